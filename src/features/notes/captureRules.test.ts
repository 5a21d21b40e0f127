import { expect, test } from 'vitest';
import type { Capture } from './captureContract.ts';
import { listSigningTimes } from './captureRules.ts';

const ARRIVED = '2026-03-05T14:00:00.000Z';
const stored = { employeeSignedAt: ARRIVED, clientSignedAt: ARRIVED };
/** Signed on Monday at 10:00 and 10:05 in Chicago, on a phone that is ten minutes fast. */
const capture: Capture = {
  offline: true,
  deviceNow: '2026-03-05T08:10:00-06:00',
  begunAt: '2026-03-02T09:10:00-06:00',
  clientSignedAt: '2026-03-02T10:10:00-06:00',
  employeeSignedAt: '2026-03-02T10:15:00-06:00',
  submittedAt: '2026-03-02T10:16:00-06:00',
  elapsedMs: { begun: 0, clientSigned: 3_600_000, employeeSigned: 3_900_000, submitted: 3_960_000 },
  receivedAt: ARRIVED,
  clockDifferenceMs: 600_000,
};

test('both signed when the device recorded it, by the clock of the server, not when the note arrived [13.capture.28]', () => {
  expect(listSigningTimes({ ...stored, capture })).toEqual({
    employee: '2026-03-02T16:05:00.000Z',
    client: '2026-03-02T16:00:00.000Z',
  });
});

test('without a capture both signed when the note was submitted [13.capture.28]', () => {
  expect(listSigningTimes({ ...stored, capture: null })).toEqual({ employee: ARRIVED, client: ARRIVED });
});

test('a client who did not sign has no time [13.capture.28]', () => {
  expect(listSigningTimes({ ...stored, clientSignedAt: null, capture }).client).toBeNull();
  expect(listSigningTimes({ ...stored, clientSignedAt: null, capture: null }).client).toBeNull();
});
