/** The moments that a device recorded, by the clock of the server; pure functions. */

import type { Capture } from './captureContract.ts';

/** A time of the device as the clock of the server had it. */
export const toServerTime = (at: string, { clockDifferenceMs }: Pick<Capture, 'clockDifferenceMs'>): Date =>
  new Date(Date.parse(at) - clockDifferenceMs);

interface Signed {
  employeeSignedAt: string;
  clientSignedAt: string | null;
  capture: Capture | null;
}

/**
 * When both signed, ISO 8601 in UTC; null for a client who did not. A note without a capture was signed when it was
 * submitted; one that was written offline may arrive days later.
 */
export function listSigningTimes({ employeeSignedAt, clientSignedAt, capture }: Signed) {
  if (!capture) return { employee: employeeSignedAt, client: clientSignedAt };
  const toIso = (at: string) => toServerTime(at, capture).toISOString();
  return {
    employee: toIso(capture.employeeSignedAt),
    client: clientSignedAt === null || capture.clientSignedAt === null ? null : toIso(capture.clientSignedAt),
  };
}
