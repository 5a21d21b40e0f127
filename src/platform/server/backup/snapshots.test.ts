import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { TestDatabases } from '#platform/server/database/embedded/testDatabase.ts';
import { requestSnapshot, SnapshotUnavailable } from './snapshots.ts';

/** A data directory whose holder was killed, and whoever listens on its port by now and answers this. */
async function strangerBehind(answer: object): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'quarterhour-door-'));
  const stranger = createServer((_asked, response) => response.end(JSON.stringify(answer)));
  stranger.listen(0, '127.0.0.1');
  await once(stranger, 'listening');
  onTestFinished(() => {
    stranger.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  mkdirSync(join(dataDir, 'database'));
  const { port } = stranger.address() as AddressInfo;
  writeFileSync(join(dataDir, 'database', 'snapshots.json'), JSON.stringify({ port, token: 'old' }));
  return dataDir;
}

test.each([
  { dataDir: '/tmp' },
  { name: '../../..', keyFingerprints: [] },
  { name: '0123456789abcdef/..', keyFingerprints: [] },
])('whoever answers cannot choose what is read and removed: %j', async (answer) => {
  const dataDir = await strangerBehind(answer);
  await expect(requestSnapshot(dataDir, 1)).rejects.toBeInstanceOf(SnapshotUnavailable);
});

test('who opens a database takes away what a killed holder wrote about itself', async () => {
  await using opened = new TestDatabases();
  const directory = await opened.directory();
  const door = join(directory, 'snapshots.json');
  writeFileSync(door, '{}');
  await opened.open({ directory });
  expect(existsSync(door)).toBe(false);
});
