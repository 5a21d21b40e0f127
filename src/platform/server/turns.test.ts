import { afterEach, beforeEach, expect, test } from 'vitest';
import { clock } from './clock.ts';
import { Turns, type Caller } from './turns.ts';

const systemNow = clock.now;
let time: number;
beforeEach(() => {
  time = 0;
  clock.now = () => new Date(time);
});
afterEach(() => {
  clock.now = systemNow;
});

const refusal = 'A file of your business is waiting.';
const callerOf = (businessId: number): Caller => ({ businessId, readOnly: false });

/** Work that ends when the test ends it. */
function createDesk(turns: Turns) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const settle = () => new Promise(setImmediate);
  return {
    /** The work that has begun since the last call, in order. */
    async started() {
      await settle();
      return begun.splice(0);
    },
    /** Asks for a turn; the result is that of the work. */
    ask(name: string, who: Caller) {
      return turns.run(who, async () => {
        begun.push(name);
        await new Promise<void>((resolve) => ends.set(name, resolve));
        return name;
      });
    },
    /** Ends work after so many milliseconds by the clock. */
    async end(name: string, ms = 0) {
      await settle();
      time += ms;
      ends.get(name)?.();
      await settle();
    },
  };
}

test('the business that was served longest ago is next, not the one that asked first [16.turns.1]', async () => {
  const { started, ask, end } = createDesk(new Turns({ maxWaiting: 2, refusal, oneLane: true }));
  const all = [
    ask('a1', callerOf(1)),
    ask('a2', callerOf(1)),
    ask('a3', callerOf(1)),
    ask('b1', callerOf(2)),
  ];
  await end('a1');
  all.push(ask('c1', callerOf(3)));
  await end('b1');
  all.push(ask('b2', callerOf(2)));
  for (const name of ['c1', 'a2', 'b2', 'a3']) await end(name);
  expect(await started()).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'b2']);
});

test('unpaid businesses are served when no other one waits [16.turns.2]', async () => {
  const { started, ask, end } = createDesk(new Turns({ maxWaiting: 1, refusal }));
  const unpaid = { businessId: 9, readOnly: true };
  void ask('other', { businessId: 8, readOnly: true });
  void ask('unpaid', unpaid);
  void ask('a', callerOf(1));
  void ask('b', callerOf(2));
  // The lane of light businesses is not for unpaid ones.
  await end('a');
  await end('b');
  expect(await started()).toEqual(['other', 'a', 'b']);
  await end('other');
  expect(await started()).toEqual(['unpaid']);
  await end('unpaid');
});

test('a business has one at work and so many waiting; more is refused for this one alone [16.turns.3]', async () => {
  const { started, ask, end } = createDesk(new Turns({ maxWaiting: 1, refusal }));
  void ask('a1', callerOf(1));
  void ask('a2', callerOf(1));
  await expect(ask('a3', callerOf(1))).rejects.toMatchObject({
    status: 429,
    code: 'too_many',
    message: refusal,
  });
  void ask('b1', callerOf(2));
  expect(await started()).toEqual(['a1', 'b1']);
  await end('a1');
  expect(await started()).toEqual(['a2']);
  for (const name of ['a2', 'b1']) await end(name);
});

test('a business that used little time lately does not wait for busy ones [16.turns.4]', async () => {
  const { started, ask, end } = createDesk(new Turns({ maxWaiting: 1, refusal }));
  for (const [index, name] of ['a', 'b', 'c'].entries()) {
    void ask(name, callerOf(index));
    await end(name, 10_000);
  }
  expect(await started()).toEqual(['a', 'b', 'c']);
  void ask('a2', callerOf(0));
  void ask('b2', callerOf(1));
  void ask('c2', callerOf(2));
  expect(await started()).toEqual(['a2']);
  void ask('modest', callerOf(7));
  expect(await started()).toEqual(['modest']);
  // Its next work starts at once, too, although the others wait for their second.
  await end('modest', 1_000);
  void ask('modest again', callerOf(7));
  expect(await started()).toEqual(['modest again']);
  await end('modest again');
  for (const name of ['a2', 'b2', 'c2']) await end(name);
  expect(await started()).toEqual(['b2', 'c2']);
  // Half of what was used is forgotten each minute.
  time += 120_000;
  void ask('a3', callerOf(0));
  void ask('b3', callerOf(1));
  expect(await started()).toEqual(['a3', 'b3']);
  await end('a3');
  await end('b3');
});

test('a business that used less than half of the one at work does not wait for it either [16.turns.4]', async () => {
  const { started, ask, end } = createDesk(new Turns({ maxWaiting: 1, refusal }));
  const used = [60_000, 25_000, 35_000];
  for (const [index, name] of ['much', 'less than half', 'more than half'].entries()) {
    void ask(name, callerOf(index));
    await end(name, used[index]);
  }
  expect(await started()).toHaveLength(3);
  // Usage before the others has been forgotten in part: 30, 17 and 35 s are left.
  void ask('at work', callerOf(2));
  void ask('30 s', callerOf(0));
  void ask('17 s', callerOf(1));
  expect(await started()).toEqual(['at work', '17 s']);
  await end('17 s', 1_000);
  // Without any work in the other lane, this one is only for businesses that used little.
  expect(await started()).toEqual([]);
  await end('at work');
  expect(await started()).toEqual(['30 s']);
  await end('30 s');
});

test('work that fails ends its turn [16.turns.1]', async () => {
  const turns = new Turns({ maxWaiting: 1, refusal, oneLane: true });
  const failed = turns.run(callerOf(1), () => Promise.reject(new Error('no')));
  const next = turns.run(callerOf(2), () => Promise.resolve('next'));
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('next');
});
