import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { TestDatabases } from '#platform/server/database/embedded/testDatabase.ts';
import { requestSnapshot, SnapshotUnavailable } from './snapshots.ts';

/** A data directory of a killed server, with another program on its port that sends this response. */
async function serveFrom(answer: object): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'quarterhour-snapshots-'));
  const other = createServer((_request, response) => response.end(JSON.stringify(answer)));
  other.listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => {
    other.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  mkdirSync(join(dataDir, 'database'));
  const { port } = other.address() as AddressInfo;
  writeFileSync(join(dataDir, 'database', 'snapshots.json'), JSON.stringify({ port, token: 'old' }));
  return dataDir;
}

test.each([
  { dataDir: '/tmp' },
  { name: '../../..', keyFingerprints: [] },
  { name: '0123456789abcdef/..', keyFingerprints: [] },
])('rejects a response that would choose what is read and removed: %j', async (answer) => {
  const dataDir = await serveFrom(answer);
  await expect(requestSnapshot(dataDir, 1)).rejects.toBeInstanceOf(SnapshotUnavailable);
});

test('removes the server file of a killed process when the database is opened', async () => {
  await using opened = new TestDatabases();
  const directory = await opened.directory();
  const serverFile = join(directory, 'snapshots.json');
  writeFileSync(serverFile, '{}');
  await opened.open({ directory });
  expect(existsSync(serverFile)).toBe(false);
});
