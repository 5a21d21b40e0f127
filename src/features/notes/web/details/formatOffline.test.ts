import { expect, test } from 'vitest';
import type { Capture } from '#features/notes/captureContract.ts';
import { formatOffline } from './formatOffline.ts';

const capture: Capture = {
  offline: true,
  begunAt: '2026-03-02T09:45:00-06:00',
  clientSignedAt: '2026-03-02T09:58:00-06:00',
  employeeSignedAt: '2026-03-02T09:59:00-06:00',
  submittedAt: '2026-03-02T10:00:00-06:00',
  deviceNow: '2026-03-04T08:00:00-06:00',
  elapsedMs: { begun: 0, clientSigned: 780_000, employeeSigned: 840_000, submitted: 900_000 },
  receivedAt: '2026-03-04T14:00:00.000Z',
  clockDifferenceMs: 0,
};
const format = (fields: Partial<Capture>) => formatOffline({ ...capture, ...fields }, 'America/Chicago');

test('a note that was written offline shows when it was submitted by the clock of the server [13.capture.30]', () => {
  expect(format({})).toBe('Mar 2, 2026 at 10:00 AM CST, received Mar 4, 2026 at 8:00 AM CST');
  const fast = { deviceNow: '2026-03-04T08:04:00-06:00', clockDifferenceMs: 240_000 };
  expect(format(fast)).toBe('Mar 2, 2026 at 9:56 AM CST, received Mar 4, 2026 at 8:00 AM CST');
});

test('shows that the arrival counts when the clock of the device was wrong [13.capture.30]', () => {
  const slow = { deviceNow: '2026-03-03T08:00:00-06:00', clockDifferenceMs: -24 * 3_600_000 };
  expect(format(slow)).toBe(
    'Received Mar 4, 2026 at 8:00 AM CST. This time counts, because the clock of the device was wrong.',
  );
});
