import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Capture } from './captureContract.ts';
import { toServerTime } from './captureRules.ts';
import { describeCheck } from './checkRules.ts';
import { findDeviceClock, toSubmissionTime } from './deviceClockRules.ts';

const BEGUN = Date.parse('2026-03-02T15:00:00Z');
const DAY_MS = 24 * 60 * 60 * 1000;

interface Written {
  /** The device's clock minus the server's. */
  difference: number;
  /** How much its clock was changed between begin and submit. */
  jump: number;
  /** Milliseconds from begin to the client's signature and from there to submit. */
  spans: [number, number];
}

/** The capture of a device whose clock may differ, and may be changed after the client has signed. */
function record({ difference, jump, spans: [toClient, toSubmit] }: Written): Capture {
  const at = (elapsed: number) => BEGUN + difference + elapsed;
  const iso = (ms: number) => new Date(ms).toISOString();
  const submitted = toClient + toSubmit;
  const deviceNow = at(submitted) + jump;
  return {
    offline: true,
    begunAt: iso(at(0)),
    clientSignedAt: iso(at(toClient)),
    employeeSignedAt: iso(at(submitted) + jump),
    submittedAt: iso(deviceNow),
    deviceNow: iso(deviceNow),
    elapsedMs: {
      begun: 77,
      clientSigned: 77 + toClient,
      employeeSigned: 77 + submitted,
      submitted: 77 + submitted,
    },
    receivedAt: iso(BEGUN + submitted),
    clockDifferenceMs: difference + jump,
  };
}

/** The same capture, sent some time after the submit. */
const sendLater = (capture: Capture, wait: number): Capture => ({
  ...capture,
  deviceNow: new Date(Date.parse(capture.deviceNow) + wait).toISOString(),
  receivedAt: new Date(Date.parse(capture.receivedAt) + wait).toISOString(),
});

const span = fc.integer({ min: 0, max: DAY_MS });
const change = fc.integer({ min: -2 * DAY_MS, max: 2 * DAY_MS });

test('device_clock is found exactly from 5 minutes between the clocks or when the counter is 5 seconds ahead [13.capture.8]', () => {
  fc.assert(
    fc.property(
      fc.record({ difference: fc.oneof(change, fc.integer({ min: -310_000, max: 310_000 })) }),
      fc.oneof(fc.constant(0), fc.integer({ min: -6000, max: 6000 })),
      fc.tuple(span, span),
      ({ difference }, jump, spans) => {
        const isFlagged = Math.abs(difference + jump) > 300_000 || -jump > 5000;
        expect(findDeviceClock(record({ difference, jump, spans })) !== null).toBe(isFlagged);
      },
    ),
  );
});

test('device_clock is found when the clock was set forward and back during a visit, or back before the note was sent [13.capture.8]', () => {
  const minutes = (count: number) => new Date(BEGUN + count * 60_000).toISOString();
  const visit = record({ difference: 0, jump: 0, spans: [5 * 60_000, 2 * 60_000] });
  expect(findDeviceClock(visit)).toBeNull();
  expect(findDeviceClock({ ...visit, clientSignedAt: minutes(65) })).toMatchObject({ jumpSeconds: 3600 });
  const sentDayLater = { ...visit, deviceNow: minutes(24 * 60), clockDifferenceMs: 0 };
  expect(findDeviceClock(sentDayLater)).toBeNull();
  const setBackBefore = { ...visit, deviceNow: minutes(7 - 24 * 60), clockDifferenceMs: 0 };
  expect(findDeviceClock(setBackBefore)).toMatchObject({ minutes: 0, jumpSeconds: 86_400 });
});

test('device_clock is found when the clock was years slow during the visit and was corrected before the note was sent [13.capture.31]', () => {
  const slow = record({ difference: new Date(77).getTime() - BEGUN, jump: 0, spans: [60_000, 60_000] });
  const corrected = { ...slow, deviceNow: slow.receivedAt, clockDifferenceMs: 0 };
  const check = findDeviceClock(corrected);
  expect(check).toEqual({ minutes: 0, jumpSeconds: 0, year: 1970 });
  const described = { code: 'device_clock' as const, detail: check ?? {}, relatedNoteIds: [] };
  expect(describeCheck(described)).toBe(
    'The clock of the device was set to the year 1970 while the note was written.',
  );
});

test('a clock that was set forward looks like sleep, which is not found [13.capture.31]', () => {
  const [toSleep, toSubmit] = [60_000, 60_000];
  const slept = record({ difference: 0, jump: DAY_MS, spans: [toSleep, toSubmit] });
  expect(findDeviceClock({ ...slept, clockDifferenceMs: 0 })).toBeNull();
  const waited = sendLater(record({ difference: 0, jump: 0, spans: [toSleep, toSubmit] }), DAY_MS);
  expect(findDeviceClock(waited)).toBeNull();
});

test('times of a device that is days fast or slow keep their order and moment by the clock of the server [13.capture.9]', () => {
  fc.assert(
    fc.property(change, fc.tuple(span, span), (difference, spans) => {
      const capture = record({ difference, jump: 0, spans });
      const { begunAt, clientSignedAt, submittedAt } = capture;
      const times = [begunAt, clientSignedAt ?? '', submittedAt].map((at) => +toServerTime(at, capture));
      expect(times).toEqual([BEGUN, BEGUN + spans[0], BEGUN + spans[0] + spans[1]]);
    }),
  );
});

test('a note that was submitted offline counts from then on, by the clock of the server and never later than its arrival [13.capture.29]', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -300_000, max: 300_000 }),
      fc.integer({ min: -5000, max: 10 * DAY_MS }),
      fc.tuple(span, span),
      (difference, wait, spans) => {
        const later = sendLater(record({ difference, jump: 0, spans }), wait);
        const receivedAt = new Date(later.receivedAt);
        const submittedAt = BEGUN + spans[0] + spans[1];
        expect(+toSubmissionTime(later, receivedAt)).toBe(Math.min(submittedAt, +receivedAt));
        expect(toSubmissionTime({ ...later, offline: false }, receivedAt)).toBe(receivedAt);
      },
    ),
  );
});

test('the arrival counts without a capture, and when the clock of the device cannot be trusted [13.capture.29]', () => {
  const receivedAt = new Date(BEGUN + 3 * DAY_MS);
  expect(toSubmissionTime(null, receivedAt)).toBe(receivedAt);
  const spans: [number, number] = [60_000, 60_000];
  for (const written of [
    { difference: 301_000, jump: 0, spans },
    { difference: -301_000, jump: 0, spans },
    { difference: 60_000, jump: -60_000, spans },
  ]) {
    const later = sendLater(record(written), DAY_MS);
    expect(toSubmissionTime(later, receivedAt)).toBe(receivedAt);
  }
});
