/** Reads the archive of an exported business. */

import { readZip } from './zip.ts';

export interface Manifest {
  migrations: string[];
  /** Rows by table. */
  rows: Record<string, number>;
  /** Files that could not be exported. */
  missing: object[];
}

export const toManifest = (entries: Map<string, Buffer>): Manifest =>
  JSON.parse(String(entries.get('manifest.json'))) as Manifest;

export const readManifest = async (archive: Buffer) => toManifest(await readZip(archive));

/** The contents of the entries in a folder, by name. */
async function readEntries(archive: Buffer, folder: string): Promise<[name: string, content: Buffer][]> {
  return [...(await readZip(archive))].filter(([name]) => name.startsWith(`${folder}/`));
}

/** The records by name, without what each installation writes on its own. */
export async function readRecords(archive: Buffer): Promise<Record<string, string>> {
  const ownAdmin = /"issued_password_at":("[^"]*"|null)/g;
  return Object.fromEntries(
    (await readEntries(archive, 'records'))
      // The export itself, and the login before it, are in the audit log.
      .filter(([name]) => !name.includes('/audit_'))
      .map(([name, lines]) => [name, String(lines).replace(ownAdmin, '"issued_password_at":?')]),
  );
}

/** The stored files by name, with each of their bytes in Base64. */
export async function readFiles(archive: Buffer): Promise<Record<string, string>> {
  const files = await readEntries(archive, 'files');
  return Object.fromEntries(files.map(([name, content]) => [name, content.toString('base64')]));
}

export const readAuditLog = async (archive: Buffer): Promise<string> =>
  String((await readZip(archive)).get('records/audit_log.jsonl'));
