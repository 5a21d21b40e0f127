import { expect, test } from 'vitest';
import { inkOnSurface, parseInk, penOptions, type Ink } from './ink.ts';

const stroke = (...points: [number, number][]) => ({
  penColor: 'black',
  dotSize: 0,
  minWidth: 1,
  maxWidth: 2,
  velocityFilterWeight: 0.7,
  compositeOperation: 'source-over' as const,
  points: points.map(([x, y], time) => ({ x, y, pressure: 0.5, time })),
});

const points = (ink: Ink) => ink.groups.flatMap((group) => group.points.map(({ x, y }) => [x, y]));

test('inkOnSurface centers the whole ink on a rotated phone', () => {
  const upright = { width: 300, height: 600, groups: [stroke([0, 0], [300, 600])] };
  const sideways = inkOnSurface(upright, 600, 300);
  expect(points(sideways)).toEqual([
    [225, 0],
    [375, 300],
  ]);
});

test('inkOnSurface keeps the proportions after two rotations', () => {
  const before = { width: 400, height: 200, groups: [stroke([100, 50], [300, 150])] };
  const [[x1 = 0, y1 = 0] = [], [x2 = 0, y2 = 0] = []] = points(
    inkOnSurface(inkOnSurface(before, 200, 400), 400, 200),
  );
  expect((x2 - x1) / (y2 - y1)).toBeCloseTo(2);
  expect((x1 + x2) / 2).toBeCloseTo(200);
});

test('the pen is 1 to 2 pixels wide [9.pictures.2]', () => {
  expect(penOptions).toMatchObject({ minWidth: 1, maxWidth: 2 });
});

test('parseInk returns stored strokes, and undefined for anything else [16.bodies.120]', () => {
  const ink = { width: 300, height: 600, groups: [stroke([0, 0], [300, 600])] };
  expect(parseInk(JSON.stringify(ink))).toEqual(ink);
  const invalid = ['null', '5', '[]', '{}', JSON.stringify({ ...ink, groups: [null] }), '{"width":1'];
  for (const text of ['', ...invalid]) expect([text, parseInk(text)]).toEqual([text, undefined]);
});
