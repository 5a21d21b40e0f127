/**
 * Guarded: key pairs with which devices seal short secrets for this server (RSA-OAEP with SHA-256). All nodes share them;
 * the private halves are encrypted with the server's key.
 */

import { and, desc, eq, lt, lte } from 'drizzle-orm';
import { generateKeyPair, randomUUID, webcrypto } from 'node:crypto';
import { promisify } from 'node:util';
import type { Services } from './context.ts';
import { sealingKeys } from './database/tables.ts';
import { queryDirectory, writeInDirectory } from './tenancy.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const REPLACED_AFTER_MS = 30 * DAY_MS;
/** How long a replaced pair opens what was sealed with it. */
const KEPT_MS = 60 * DAY_MS;
const ALGORITHM = { name: 'RSA-OAEP', hash: 'SHA-256' };

const createKeyPair = promisify(generateKeyPair);
const purposeOf = (id: string): string => `sealing-key:${id}`;

/** The current public key, SPKI in base64, with its id; the first call creates it. */
export async function getSealingKey(services: Services, now: Date): Promise<{ id: string; spki: string }> {
  const current = (await findCurrent(services)) ?? (await addFirst(services, now));
  return { id: current.id, spki: current.publicKey.toString('base64') };
}

/** Scheduled: replaces a current pair of 30 days, and deletes pairs that were replaced 60 days ago. */
export async function replaceSealingKey(services: Services, now: Date): Promise<void> {
  const replacedBefore = new Date(now.getTime() - REPLACED_AFTER_MS);
  const current = await findCurrent(services);
  if (current && current.createdAt <= replacedBefore) {
    const next = await buildPair(services, now);
    await writeInDirectory(services, async (tx) => {
      // A second node waits here, changes nothing, and its pair conflicts with the new one.
      await tx
        .update(sealingKeys)
        .set({ isCurrent: false, replacedAt: now })
        .where(and(eq(sealingKeys.isCurrent, true), lte(sealingKeys.createdAt, replacedBefore)));
      await tx.insert(sealingKeys).values(next).onConflictDoNothing();
    });
  }
  await queryDirectory(services)
    .delete(sealingKeys)
    .where(lt(sealingKeys.replacedAt, new Date(now.getTime() - KEPT_MS)));
}

/** Opens what was sealed with the current pair or an earlier one; null for anything else. @param sealed base64 */
export async function openSealed(services: Services, sealed: string): Promise<string | null> {
  const pairs = await queryDirectory(services)
    .select({ id: sealingKeys.id, privateKey: sealingKeys.privateKey })
    .from(sealingKeys)
    .orderBy(desc(sealingKeys.createdAt));
  const bytes = Buffer.from(sealed, 'base64');
  for (const { id, privateKey } of pairs) {
    const pkcs8 = Buffer.from(services.secrets.decrypt(purposeOf(id), privateKey), 'base64');
    const key = await webcrypto.subtle.importKey('pkcs8', pkcs8, ALGORITHM, false, ['decrypt']);
    // Fails with an OperationError when it was sealed with another key.
    const text = await webcrypto.subtle.decrypt(ALGORITHM, key, bytes).catch(() => null);
    if (text !== null) return Buffer.from(text).toString('utf8');
  }
  return null;
}

async function findCurrent(services: Services) {
  const [row] = await queryDirectory(services)
    .select()
    .from(sealingKeys)
    .where(eq(sealingKeys.isCurrent, true));
  return row;
}

/** Of several nodes, one adds its pair; all return that one. */
async function addFirst(services: Services, now: Date) {
  const pair = await buildPair(services, now);
  await queryDirectory(services).insert(sealingKeys).values(pair).onConflictDoNothing();
  const current = await findCurrent(services);
  if (!current) throw new Error('There is no sealing key');
  return current;
}

async function buildPair(services: Services, now: Date): Promise<typeof sealingKeys.$inferInsert> {
  const id = randomUUID();
  const { publicKey, privateKey } = await createKeyPair('rsa', {
    modulusLength: 3072,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  });
  const encrypted = services.secrets.encrypt(purposeOf(id), privateKey.toString('base64'));
  return { id, publicKey, privateKey: encrypted, isCurrent: true, createdAt: now };
}
