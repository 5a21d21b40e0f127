/**
 * Snapshots of the embedded database while the server has it open. No other process can open it then, so a command asks
 * the server for a copy, over the loopback interface and with a token from the data directory: a process that can read
 * the token can read the data as well.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import { snapshotServerFile } from '#platform/server/database/embedded/openEmbedded.ts';
import { newToken, sameText } from '#platform/server/secrets.ts';

const folderOf = (dataDir: string) => join(dataDir, 'database', 'snapshots');
const serverFileIn = (dataDir: string) => snapshotServerFile(join(dataDir, 'database'));

/** No backup takes this long. */
const LEFT_BEHIND_MS = 12 * 60 * 60 * 1000;

const serverFile = z.object({ port: z.int(), token: z.string() });
const question = z.object({ times: z.int().min(1).max(2) });
const answer = z.union([
  z.object({
    /** Of the folder among the snapshots, never a path: the response must not choose what is read and removed. */
    name: z.string().regex(/^[0-9a-f]{16}$/),
    keyFingerprints: z.array(z.string()),
  }),
  z.object({ failure: z.string() }),
]);

/** A copy of the embedded database as it was a moment ago. */
export interface Snapshot {
  /** A data directory with nothing but the copy, to be opened like any other. */
  dataDir: string;
  remove(): Promise<void>;
}

/** The snapshot of this name, which belongs to the data directory. */
export function snapshotAt(dataDir: string, name: string): Snapshot {
  const path = join(folderOf(dataDir), name);
  return { dataDir: path, remove: () => rm(path, { recursive: true, force: true }) };
}

/**
 * How many times the size of the database a backup into this folder needs on the disk of the data directory: an
 * archive is at most about as long as the copy that it is made from. Makes the folder.
 */
export async function spaceFactor(dataDir: string, folder: string): Promise<number> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const [ofArchive, ofCopy] = await Promise.all([stat(folder), stat(join(dataDir, 'database'))]);
  return ofArchive.dev === ofCopy.dev ? 2 : 1;
}

/**
 * Copies the open embedded database, if there is room for `times` its size.
 * @returns the name of the snapshot @throws NotEnoughSpace, and errors of the database and the disk
 */
export async function takeSnapshot(
  copyTo: NonNullable<Database['copyTo']>,
  dataDir: string,
  times: number,
): Promise<string> {
  await removeLeftBehind(dataDir);
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

/** A command that was killed removes nothing. */
async function removeLeftBehind(dataDir: string): Promise<void> {
  const folder = folderOf(dataDir);
  if (!existsSync(folder)) return;
  for (const name of await readdir(folder)) {
    const found = await stat(join(folder, name)).catch(() => null);
    if (found && clock.now().getTime() - found.mtimeMs > LEFT_BEHIND_MS)
      await snapshotAt(dataDir, name).remove();
  }
}

interface Offer {
  copyTo: NonNullable<Database['copyTo']>;
  dataDir: string;
  /** Of the keys that seal what is in the database. */
  keyFingerprints: string[];
  log: FastifyBaseLogger;
}

/** Gives snapshots to commands that ask; the answer ends it. What earlier processes left is removed. */
export async function serveSnapshots(offer: Offer): Promise<() => Promise<void>> {
  const { copyTo, dataDir, keyFingerprints, log } = offer;
  await rm(folderOf(dataDir), { recursive: true, force: true });
  const token = newToken();
  const reply = (response: ServerResponse, status: number, body: z.output<typeof answer>) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  const handle = async (asked: IncomingMessage, response: ServerResponse) => {
    if (asked.method !== 'POST' || !sameText(asked.headers.authorization ?? '', `Bearer ${token}`)) {
      reply(response, 403, { failure: 'Only who may read the data directory gets a snapshot.' });
      return;
    }
    try {
      const { times } = question.parse(await json(asked));
      reply(response, 200, { name: await takeSnapshot(copyTo, dataDir, times), keyFingerprints });
    } catch (error) {
      log.error({ err: error }, 'a snapshot could not be made');
      reply(response, 500, { failure: (error as Error).message });
    }
  };
  const server = createServer((asked, response) => void handle(asked, response));
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

/** There is no snapshot of a database that is in use. */
export class SnapshotUnavailable extends Error {
  constructor(why: string, cause?: unknown) {
    super(`There is no snapshot of the database: ${why}`, { cause });
    this.name = 'NoSnapshot';
  }
}

/**
 * Asks the server that has the data directory open for a snapshot, if there is room for `times` the database.
 * @returns its name, and the fingerprints of the server's keys @throws NoSnapshot
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
  asking: z.output<typeof question>,
): Promise<z.output<typeof answer>> {
  try {
    const { port, token } = serverFile.parse(JSON.parse(readFileSync(serverFileIn(dataDir), 'utf8')));
    const headers = { authorization: `Bearer ${token}` };
    const asked = request({ host: '127.0.0.1', port, method: 'POST', headers });
    asked.end(JSON.stringify(asking));
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    return answer.parse(await json(response));
  } catch (error) {
    throw new SnapshotUnavailable(
      `${dataDir} is in use, and its holder does not answer. It is starting or stopping, or no server; try again in a moment.`,
      error,
    );
  }
}
