import { expect, test } from 'vitest';
import type { Moment } from '#platform/web/clock.ts';
import type { ClockChange } from './queries.ts';
import {
  applyAnswer,
  applyRefusal,
  applyRunning,
  endAt,
  getElapsedMs,
  toClockState,
  type Running,
} from './visitState.ts';

const MINUTE = 60_000;
const DAY = 24 * 60;
const at = (minutes: number) => new Date(Date.parse('2026-03-02T15:00:00Z') + minutes * MINUTE).toISOString();
/** A moment by clock and counter in minutes. */
const moment = (clock: number, counter: number, page = 1): Moment => ({
  at: at(clock),
  counter: counter * MINUTE,
  page,
});

const NONE = toClockState(null);
const change = (kind: ClockChange['kind'], minutes: number, key: string = kind): ClockChange => ({
  kind,
  at: at(minutes),
  clientId: 7,
  key,
});
const start = (minutes: number) => change('start', minutes);
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
    expect(getElapsedMs(running, moment(offset, 0))).toBe(0);
    const ended = endAt(running, moment(offset + 60, 60));
    expect(ended).toEqual({ startedAt: at(0), endedAt: at(60), clientId: 7 });
    // After a reload, in a page with a counter of its own.
    expect(endAt(running, moment(offset + 60, 1, 2)).endedAt).toBe(at(60));
  },
);

test('a counter that stopped while the device slept shortens no visit, and a clock that was set back neither [13.clock.38]', () => {
  const running = startedOn(0);
  expect(getElapsedMs(running, moment(60, 5))).toBe(60 * MINUTE);
  expect(getElapsedMs(running, moment(-30, 60))).toBe(60 * MINUTE);
  expect(getElapsedMs(running, moment(-30, 60, 2))).toBe(0);
});

test('a visit that the server has not answered has both times by the device [13.clock.38]', () => {
  const running = { startedAt: at(-10), clientId: null, started: moment(-10, 0) };
  expect(endAt(running, moment(50, 60))).toMatchObject({ startedAt: at(-10), endedAt: at(50) });
});

test('the running visit of the server is that of this device if it has the same ID [13.clock.38]', () => {
  const running = { ...startedOn(-10), visitId: 'own' };
  const visit = { visitId: 'own', startedAt: at(0), clientId: 7 };
  expect(applyRunning({ ...NONE, running }, visit)).toEqual({ running });
  const other = { ...visit, visitId: 'other' };
  // Stored by an earlier release.
  const { visitId: _, ...stored } = running;
  expect(applyRunning({ ...NONE, running: stored }, visit).running).toMatchObject({
    started: running.started,
  });
  expect(applyRunning({ ...NONE, running }, other)).toEqual({ running: other });
  expect(applyRunning({ ...NONE, running }, null)).toEqual({ running: null });
  expect(applyRunning({ ...NONE, running, unsent: [start(0)] }, null)).toEqual({});
  // Started on another device.
  expect(endAt(visit, moment(45, 45)).endedAt).toBe(at(45));
});

test.each(['end', 'cancel'] as const)(
  'after a start whose answer was lost, its %s is still sent [13.clock.40]',
  (kind) => {
    const later = [change(kind, 30), change('start', 40, 'next')];
    const state = { ...NONE, unsent: [start(0), ...later] };
    expect(applyRefusal(state, start(0), 'idempotency_key_reused')).toEqual({ unsent: later });
    // The server does not have this visit.
    expect(applyRefusal(state, start(0), 'invalid_input')).toEqual({ unsent: later.slice(1) });
  },
);

test('a visit whose start has arrived without an answer stays, with what the device measures [13.clock.40]', () => {
  const running = { visitId: 'own', startedAt: at(-10), clientId: 7, started: moment(-10, 0) };
  const state = { ...NONE, running, unsent: [start(-10)] };
  expect(applyRefusal(state, start(-10), 'visit_running')).toEqual({ running: null, unsent: [] });
  const after = { ...state, ...applyRefusal(state, start(-10), 'idempotency_key_reused') };
  expect(after).toEqual({ ...NONE, running });
  const { running: visit } = applyRunning(after, { visitId: 'own', startedAt: at(0), clientId: 7 });
  expect(visit && endAt(visit, moment(50, 60))).toMatchObject({ startedAt: at(0), endedAt: at(60) });
});

test('a refused end leaves what was tapped after it [13.clock.29]', () => {
  const next = change('start', 40, 'next');
  const state = { ...NONE, unsent: [change('end', 30), next] };
  expect(applyRefusal(state, change('end', 30), 'visit_not_running')).toEqual({ unsent: [next] });
});

test('the answer to an end changes the times of its visit only, and the visit keeps its key [13.clock.44]', () => {
  const visit = (minutes: number, endKey: string) => ({
    startedAt: at(minutes),
    endedAt: at(minutes + 60),
    clientId: null,
    endKey,
  });
  const state = { ...NONE, ended: [visit(0, 'first'), visit(90, 'second')] };
  const answer = { startedAt: at(1), endedAt: at(61), clientId: null };
  expect(applyAnswer(state, change('end', 60, 'first'), answer)).toEqual({
    ended: [visit(1, 'first'), visit(90, 'second')],
  });
  // It is in a note.
  expect(applyAnswer(state, change('end', 60, 'other'), answer)).toEqual({ ended: state.ended });
});

test('the one ended visit that an earlier release stored is read [13.clock.44]', () => {
  const visit = { startedAt: at(0), endedAt: at(60), clientId: 7 };
  expect(toClockState({ ended: null }).ended).toEqual([]);
  expect(toClockState({ ended: visit }).ended).toEqual([{ ...visit, endKey: at(0) }]);
  const unanswered = { ...visit, endKey: 'end' };
  expect(toClockState({ ended: unanswered }).ended).toEqual([unanswered]);
  const several = [unanswered, { ...visit, endKey: 'next' }];
  expect(toClockState({ ended: several, unsent: [] })).toEqual({ ...NONE, ended: several });
});
