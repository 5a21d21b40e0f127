/** What a device records while a note is written. */
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
