/** Metadata that a device records while a note is written, and seals. */

import { randomUUID, webcrypto } from 'node:crypto';
import type { Api } from '#tests/support/helpers/api.ts';

const MINUTE_MS = 60_000;

/** A capture of ten minutes that is sent right after its end, with a clock and counter that agree. */
export function buildCapture(at: Date = new Date(), fields: Record<string, unknown> = {}) {
  const before = (minutes: number) => new Date(at.getTime() - minutes * MINUTE_MS).toISOString();
  return {
    offline: false,
    deviceNow: before(0),
    begunAt: before(10),
    clientSignedAt: before(2),
    employeeSignedAt: before(1),
    submittedAt: before(0),
    elapsedMs: {
      begun: 5_000,
      clientSigned: 5_000 + 8 * MINUTE_MS,
      employeeSigned: 5_000 + 9 * MINUTE_MS,
      submitted: 5_000 + 10 * MINUTE_MS,
    },
    ...fields,
  };
}

const RSA = { name: 'RSA-OAEP', hash: 'SHA-256' };

/** Seals a code as a device does, with the server's public key, SPKI in base64. */
export async function sealCode(sealingKey: string, content: object): Promise<string> {
  const spki = Buffer.from(sealingKey, 'base64');
  const key = await webcrypto.subtle.importKey('spki', spki, RSA, false, ['encrypt']);
  const sealed = await webcrypto.subtle.encrypt(RSA, key, Buffer.from(JSON.stringify(content)));
  return Buffer.from(sealed).toString('base64');
}

/** The fields of a note that was written offline, with the sealed code of the client. */
export async function buildOfflineFields(
  api: Api,
  { clientId, code = '4711ab', ...capture }: { clientId: number; code?: string } & Record<string, unknown>,
) {
  const { sealingKey } = await api.ok(null, 'GET /api/config');
  const captureId = randomUUID();
  return {
    captureId,
    capture: buildCapture(new Date(), { offline: true, ...capture }),
    sealedCode: await sealCode(sealingKey, { captureId, clientId, code }),
    clientSignatureCode: undefined,
  };
}
