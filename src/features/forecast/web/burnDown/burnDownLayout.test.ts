import { describe, expect, test } from 'vitest';
import type { BurnDown } from '#features/forecast/web/queries.ts';
import { layoutBurnDown, WIDTH } from './burnDownLayout.ts';

const burnDown: BurnDown = {
  points: [
    { day: '2027-01-01', available: '100.00' },
    { day: '2027-01-11', available: '60.00' },
  ],
  startDate: '2027-01-01',
  expiryDate: '2027-04-11',
  total: '100.00',
  forecast: {
    unitsUsed: '40.00',
    unitsAvailable: '60.00',
    weeklyPace: '14.00',
    paceWeeks: 4,
    runsOutOn: '2027-02-20',
    unitsLeftAtExpiry: '0.00',
    safePerWeek: '5.00',
    daysToExpiry: 80,
    state: 'running-low',
  },
};
const TODAY = '2027-01-21';

describe('A burn-down chart', () => {
  test('draws the balance as steps up to today, from the total to zero [11.forecast.121]', () => {
    const { from, to, steps, today, zeroY, totalY } = layoutBurnDown(burnDown, TODAY);
    expect([from, to]).toEqual(['2027-01-01', '2027-04-11']);
    const [first, before, after, last] = steps;
    expect(steps).toHaveLength(4);
    expect(first?.y).toBe(totalY);
    expect(before).toEqual({ x: after?.x, y: totalY });
    expect(last).toEqual(today);
    expect(after?.y).toBe(today.y);
    expect((zeroY - today.y) / (zeroY - totalY)).toBeCloseTo(0.6);
  });

  test('draws the pace to the day on which the units run out [11.forecast.121]', () => {
    const { pace, runOut, today, zeroY } = layoutBurnDown(burnDown, TODAY);
    expect(pace).toEqual([today, runOut]);
    expect(runOut?.y).toBe(zeroY);
    expect(runOut?.x).toBeCloseTo(WIDTH / 2);
  });

  test('draws the pace to the expiry date when units would lapse [11.forecast.121]', () => {
    const forecast = {
      ...burnDown.forecast,
      runsOutOn: null,
      weeklyPace: '3.50',
      unitsLeftAtExpiry: '20.00',
    };
    const { pace, runOut, expiryX, zeroY, totalY } = layoutBurnDown({ ...burnDown, forecast }, TODAY);
    expect(runOut).toBeNull();
    expect(pace?.[1].x).toBe(expiryX);
    expect((zeroY - (pace?.[1].y ?? 0)) / (zeroY - totalY)).toBeCloseTo(0.2);
  });

  test('starts at the first day with the total when the units were entered later [11.forecast.121]', () => {
    const points = [{ day: '2027-01-11', available: '60.00' }];
    const { steps, totalY, today } = layoutBurnDown({ ...burnDown, points }, TODAY);
    expect(steps.map(({ y }) => y)).toEqual([totalY, totalY, today.y, today.y]);
    expect(steps[1]?.x).toBe(steps[2]?.x);
  });

  test('ends at the last day of an account that has lapsed [11.forecast.121]', () => {
    const forecast = { ...burnDown.forecast, runsOutOn: null, state: 'expired' as const };
    const layout = layoutBurnDown({ ...burnDown, expiryDate: '2027-01-15', forecast }, TODAY);
    expect(layout.pace).toBeNull();
    expect(layout.today.x).toBe(layout.expiryX);
  });

  test('stays within the drawing when more units are used than there were [11.forecast.121]', () => {
    const points = [...burnDown.points, { day: '2027-01-20', available: '-20.00' }];
    const forecast = {
      ...burnDown.forecast,
      unitsAvailable: '-20.00',
      runsOutOn: null,
      state: 'exhausted' as const,
    };
    const { steps, zeroY, pace } = layoutBurnDown({ ...burnDown, points, forecast }, TODAY);
    expect(pace).toBeNull();
    expect(Math.max(...steps.map(({ y }) => y))).toBeGreaterThan(zeroY);
    expect(Math.max(...steps.map(({ y }) => y))).toBeLessThanOrEqual(160);
  });

  test('cuts a run-out day that is years away [11.forecast.121]', () => {
    const forecast = { ...burnDown.forecast, runsOutOn: '2040-01-01', weeklyPace: '0.10' };
    const { to, runOut, pace } = layoutBurnDown({ ...burnDown, expiryDate: null, forecast }, TODAY);
    expect(to).toBe('2029-01-20');
    expect(runOut).toBeNull();
    expect(pace).not.toBeNull();
  });
});
