import { expect, test } from 'vitest';
import type { Moment } from '#platform/web/clock.ts';
import { applyAnswer, applyRunning, endAt, measureElapsed, type Running } from './visitState.ts';

const MINUTE = 60_000;
const DAY = 24 * 60;
const at = (minutes: number) => new Date(Date.parse('2026-03-02T15:00:00Z') + minutes * MINUTE).toISOString();
/** A moment by clock and counter in minutes. */
const moment = (clock: number, counter: number, page = 1): Moment => ({
  at: at(clock),
  counter: counter * MINUTE,
  page,
});

const NONE = { running: null, ended: null, unsent: [] };
const start = (minutes: number) => ({ kind: 'start' as const, at: at(minutes), clientId: 7, key: 'start' });
/** A visit that the server started at minute 0, on a device whose clock is off by some minutes. */
const startedOn = (offset: number): Running => {
  const running = { startedAt: at(offset), clientId: 7, started: moment(offset, 0) };
  const answer = { startedAt: at(0), clientId: 7 };
  const state = { ...NONE, running, unsent: [start(offset)] };
  return applyAnswer(state, start(offset), answer).running ?? running;
};

test.each([
  ['ten minutes slow', -10],
  ['a day slow', -DAY],
  ['a day fast', DAY],
])(
  'a device that is %s measures a visit of an hour as an hour from its start on the server [13.clock.38]',
  (_, offset) => {
    const running = startedOn(offset);
    expect(measureElapsed(running, moment(offset, 0))).toBe(0);
    const ended = endAt(running, moment(offset + 60, 60));
    expect(ended).toEqual({ startedAt: at(0), endedAt: at(60), clientId: 7 });
    // After a reload, in a page with a counter of its own.
    expect(endAt(running, moment(offset + 60, 1, 2)).endedAt).toBe(at(60));
  },
);

test('a counter that stopped while the device slept shortens no visit, and a clock that was set back neither [13.clock.38]', () => {
  const running = startedOn(0);
  expect(measureElapsed(running, moment(60, 5))).toBe(60 * MINUTE);
  expect(measureElapsed(running, moment(-30, 60))).toBe(60 * MINUTE);
  expect(measureElapsed(running, moment(-30, 60, 2))).toBe(0);
});

test('a visit that the server has not answered has both times by the device [13.clock.38]', () => {
  const running = { startedAt: at(-10), clientId: null, started: moment(-10, 0) };
  expect(endAt(running, moment(50, 60))).toMatchObject({ startedAt: at(-10), endedAt: at(50) });
});

test('the running visit of the server is that of this device while their starts agree [13.clock.38]', () => {
  const running = startedOn(-10);
  const visit = { startedAt: at(0), clientId: 7 };
  expect(applyRunning({ ...NONE, running }, visit)).toEqual({ running });
  const other = { startedAt: at(5), clientId: 7 };
  expect(applyRunning({ ...NONE, running }, other)).toEqual({ running: other });
  expect(applyRunning({ ...NONE, running }, null)).toEqual({ running: null });
  expect(applyRunning({ ...NONE, running, unsent: [start(0)] }, null)).toEqual({});
  // Started on another device.
  expect(endAt(visit, moment(45, 45)).endedAt).toBe(at(45));
});
