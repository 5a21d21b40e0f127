import { expect, test } from 'vitest';
import type { Moment } from '#platform/web/clock.ts';
import { toElapsedMs } from './captureMoments.ts';

const MINUTE = 60_000;

/** A moment by clock and counter in minutes. */
const moment = (clock: number, counter: number, page?: number): Moment => ({
  at: new Date(Date.parse('2026-03-02T08:00:00Z') + clock * MINUTE).toISOString(),
  counter: counter * MINUTE,
  ...(page !== undefined && { page }),
});

const toMinutes = (moments: Parameters<typeof toElapsedMs>[0]) =>
  Object.values(toElapsedMs(moments)).map((elapsed) => (elapsed === null ? null : elapsed / MINUTE));

test('within a page the counter counts, whatever the clock does [13.capture.41]', () => {
  const moments = {
    begun: moment(0, 10, 1),
    employeeSigned: moment(5, 15, 1),
    // The clock was set back by an hour.
    clientSigned: moment(-53, 17, 1),
    submitted: moment(-50, 20, 1),
  };
  expect(toMinutes(moments)).toEqual([0, 5, 7, 10]);
});

test('after a reload the clock counts, because the counter of the first page may have stopped for hours [13.capture.41]', () => {
  const moments = {
    // Two hours of sleep before: the counter is behind.
    begun: moment(150, 30, 1),
    employeeSigned: moment(155, 35, 1),
    clientSigned: moment(157, 1, 2),
    submitted: moment(160, 4, 2),
  };
  expect(toMinutes(moments)).toEqual([0, 5, 7, 10]);
});

test('a clock that was set back before a reload leaves no negative time, so that the jump shows [13.capture.41]', () => {
  const moments = {
    begun: moment(60, 5, 1),
    employeeSigned: moment(10, 1, 2),
    clientSigned: null,
    submitted: moment(12, 3, 2),
  };
  expect(toMinutes(moments)).toEqual([0, 0, null, 2]);
});

test('the client may sign first [13.capture.41]', () => {
  const moments = {
    begun: moment(0, 0, 1),
    employeeSigned: moment(9, 9, 1),
    clientSigned: moment(4, 4, 1),
    submitted: moment(10, 10, 1),
  };
  expect(toMinutes(moments)).toEqual([0, 9, 4, 10]);
});

test('moments of an opened note or of an earlier release are compared among themselves by their counter [13.capture.41]', () => {
  const moments = {
    begun: moment(0, 0),
    employeeSigned: moment(2, 3),
    clientSigned: moment(4, 5),
    submitted: moment(34, 900, 7),
  };
  expect(toMinutes(moments)).toEqual([0, 3, 5, 35]);
});
