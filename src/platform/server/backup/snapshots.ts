/**
 * Snapshots of the embedded database while the server has it open. A command requests a copy from the server, over the
 * loopback interface and with a token from the data directory: whatever can read the token can read the data as well.
 */

import type { FastifyBaseLogger } from 'fastify';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import { snapshotServerFile } from '#platform/server/database/embedded/openEmbedded.ts';
import { removeAbandoned } from '#platform/server/files/removeAbandoned.ts';
import { newToken, sameText } from '#platform/server/secrets.ts';

const folderOf = (dataDir: string) => join(dataDir, 'database', 'snapshots');
const serverFileIn = (dataDir: string) => snapshotServerFile(join(dataDir, 'database'));

/** Longer than any backup takes. */
const ABANDONED_AFTER_MS = 12 * 60 * 60 * 1000;

const serverFile = z.object({ port: z.int(), token: z.string() });
const snapshotRequest = z.object({ times: z.int().min(1).max(2) });
const snapshotResponse = z.union([
  z.object({
    /** Name of a folder, never a path: the response must not choose what is read and removed. */
    name: z.string().regex(/^[0-9a-f]{16}$/),
    keyFingerprints: z.array(z.string()),
  }),
  z.object({ failure: z.string() }),
]);

/** A copy of the embedded database. */
export interface Snapshot {
  /** A data directory with the copy. */
  dataDir: string;
  remove(): Promise<void>;
}

/** The snapshot of this name in the data directory. */
export function snapshotAt(dataDir: string, name: string): Snapshot {
  const path = join(folderOf(dataDir), name);
  return { dataDir: path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** How many times the size of the database a backup needs on the disk of the data directory. Creates the folder. */
export async function spaceFactor(dataDir: string, folder: string): Promise<number> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const [ofArchive, ofCopy] = await Promise.all([stat(folder), stat(join(dataDir, 'database'))]);
  return ofArchive.dev === ofCopy.dev ? 2 : 1;
}

/**
 * Copies the open embedded database, if `times` its size is free.
 * @returns the name of the snapshot @throws NotEnoughSpace, and errors of the database and the disk
 */
export async function takeSnapshot(
  copyTo: NonNullable<Database['copyTo']>,
  dataDir: string,
  times: number,
): Promise<string> {
  await removeAbandoned(folderOf(dataDir), { now: clock.now(), ageMs: ABANDONED_AFTER_MS });
  const name = randomBytes(8).toString('hex');
  const snapshot = snapshotAt(dataDir, name);
  try {
    const directory = join(snapshot.dataDir, 'database');
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await copyTo(directory, times);
    return name;
  } catch (error) {
    await snapshot.remove();
    throw error;
  }
}

interface SnapshotServer {
  copyTo: NonNullable<Database['copyTo']>;
  dataDir: string;
  /** Fingerprints of the server keys. */
  keyFingerprints: string[];
  log: FastifyBaseLogger;
}

/** Serves snapshots to commands, and removes those of earlier processes. @returns stops serving */
export async function serveSnapshots(options: SnapshotServer): Promise<() => Promise<void>> {
  const { copyTo, dataDir, keyFingerprints, log } = options;
  await rm(folderOf(dataDir), { recursive: true, force: true });
  const token = newToken();
  const reply = (response: ServerResponse, status: number, body: z.output<typeof snapshotResponse>) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  const handle = async (incoming: IncomingMessage, response: ServerResponse) => {
    if (incoming.method !== 'POST' || !sameText(incoming.headers.authorization ?? '', `Bearer ${token}`)) {
      reply(response, 403, { failure: 'A snapshot requires the token in the data directory.' });
      return;
    }
    try {
      const { times } = snapshotRequest.parse(await json(incoming));
      reply(response, 200, { name: await takeSnapshot(copyTo, dataDir, times), keyFingerprints });
    } catch (error) {
      log.error({ err: error }, 'a snapshot could not be made');
      reply(response, 500, { failure: (error as Error).message });
    }
  };
  const server = createServer((incoming, response) => void handle(incoming, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  const { port } = server.address() as AddressInfo;
  await writeFile(serverFileIn(dataDir), JSON.stringify({ port, token }), { mode: 0o600 });
  return async () => {
    await rm(serverFileIn(dataDir), { force: true });
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
}

/** The server that has the data directory open did not make a snapshot. */
export class SnapshotUnavailable extends Error {
  constructor(why: string, cause?: unknown) {
    super(`There is no snapshot of the database: ${why}`, { cause });
    this.name = 'SnapshotUnavailable';
  }
}

/**
 * Requests a snapshot from the server that has the data directory open, if `times` the size of the database is free.
 * @returns its name, and the fingerprints of the server's keys @throws SnapshotUnavailable
 */
export async function requestSnapshot(
  dataDir: string,
  times: number,
): Promise<{ name: string; keyFingerprints: string[] }> {
  const body = await sendRequest(dataDir, { times });
  if ('failure' in body) throw new SnapshotUnavailable(body.failure);
  return body;
}

async function sendRequest(
  dataDir: string,
  body: z.output<typeof snapshotRequest>,
): Promise<z.output<typeof snapshotResponse>> {
  try {
    const { port, token } = serverFile.parse(JSON.parse(readFileSync(serverFileIn(dataDir), 'utf8')));
    const headers = { authorization: `Bearer ${token}` };
    const outgoing = request({ host: '127.0.0.1', port, method: 'POST', headers });
    outgoing.end(JSON.stringify(body));
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    return snapshotResponse.parse(await json(response));
  } catch (error) {
    throw new SnapshotUnavailable(
      `${dataDir} is in use, and the process that has it open does not answer. Try again in a moment.`,
      error,
    );
  }
}
