import { afterEach, expect, test, vi } from 'vitest';
import { EventBus, type DataChange, type Subscriber } from './events.ts';

afterEach(() => void vi.useRealTimers());

const page = (businessId: number, userId: number) => ({
  businessId,
  userId,
  onChange: vi.fn<Subscriber['onChange']>(),
  onEnd: vi.fn<Subscriber['onEnd']>(),
});

test('a change reaches the open pages of its business and no others [10.6.18 R-12]', () => {
  const bus = new EventBus();
  const [own, colleague, elsewhere] = [page(1, 1), page(1, 2), page(2, 1)];
  for (const one of [own, colleague, elsewhere]) bus.subscribe(one);
  bus.publish({ businessId: 1, topics: ['notes'] });
  bus.publish({ businessId: 1, topics: ['messages'], userIds: [2] });
  const once = { own: false, spread: false };
  expect(own.onChange.mock.calls).toEqual([[['notes'], once]]);
  expect(colleague.onChange.mock.calls).toEqual([
    [['notes'], once],
    [['messages'], once],
  ]);
  expect(elsewhere.onChange).not.toHaveBeenCalled();
});

test('a change for all users of a business with more than 50 open pages is spread, except for the actor', () => {
  const bus = new EventBus();
  const pages = Array.from({ length: 51 }, (_, index) => page(1, index + 1));
  const closeAll = pages.map((one) => bus.subscribe(one));
  const spreadOfLast = () => pages[0]?.onChange.mock.lastCall?.[1].spread;
  bus.publish({ businessId: 1, topics: ['notes'] });
  expect(spreadOfLast()).toBe(true);
  bus.publish({ businessId: 1, topics: ['messages'], userIds: [1] });
  expect(spreadOfLast()).toBe(false);
  bus.publish({ businessId: 1, topics: ['notes'], actorId: 2 });
  expect(spreadOfLast()).toBe(true);
  bus.publish({ businessId: 1, topics: ['notes'], actorId: 1 });
  expect(spreadOfLast()).toBe(false);
  closeAll.at(-1)?.();
  bus.publish({ businessId: 1, topics: ['notes'] });
  expect(spreadOfLast()).toBe(false);
});

test('a user who made a change receives it as their own, also when it is for other users', () => {
  const bus = new EventBus();
  const [own, colleague] = [page(1, 1), page(1, 2)];
  for (const one of [own, colleague]) bus.subscribe(one);
  bus.publish({ businessId: 1, topics: ['messages'], userIds: [2], actorId: 1 });
  expect(own.onChange.mock.lastCall).toEqual([['messages'], { own: true, spread: false }]);
  expect(colleague.onChange.mock.lastCall).toEqual([['messages'], { own: false, spread: false }]);
});

test('all pages refetch everything after changes of other nodes may have been missed [R-12]', () => {
  const bus = new EventBus();
  const pages = [page(1, 1), page(2, 2)];
  for (const one of pages) bus.subscribe(one);
  bus.deliverMissed();
  for (const one of pages) expect(one.onChange.mock.calls).toEqual([[['*'], expect.anything()]]);
});

test('a closed page receives nothing more and is not counted', () => {
  const bus = new EventBus();
  const own = page(1, 1);
  const unsubscribe = bus.subscribe(own);
  expect(bus.countStreams(1, 1)).toBe(1);
  unsubscribe();
  bus.publish({ businessId: 1, topics: ['notes'] });
  expect(own.onChange).not.toHaveBeenCalled();
  expect(bus.countStreams(1, 1)).toBe(0);
});

test('a change from another node is delivered here and not published again [D-10]', () => {
  const bus = new EventBus();
  const published = vi.fn<(change: DataChange) => void>();
  bus.onPublish(published);
  bus.deliver({ businessId: 1, topics: ['notes'] });
  expect(published).not.toHaveBeenCalled();
  bus.publish({ businessId: 1, topics: ['notes'] });
  expect(published).toHaveBeenCalledTimes(1);
});

const own = { businessId: 1, userId: 1 };

test('a page that opens receives the changes since its first request that concern it [R-12]', () => {
  vi.useFakeTimers();
  const bus = new EventBus();
  vi.advanceTimersByTime(20_000);
  bus.publish({ businessId: 1, topics: ['clients'] });
  vi.advanceTimersByTime(2_000);
  bus.publish({ businessId: 1, topics: ['notes', 'mail'] });
  bus.publish({ businessId: 2, topics: ['announcements'] });
  bus.publish({ businessId: 1, topics: ['messages'], userIds: [2] });
  bus.publish({ businessId: 1, topics: ['notes'] });
  vi.advanceTimersByTime(4_000);
  expect(bus.listRecentTopics(own, 5_000)).toEqual(['notes', 'mail']);
  expect(bus.listRecentTopics({ businessId: 1, userId: 2 }, 5_000)).toEqual(['notes', 'mail', 'messages']);
  expect(bus.listRecentTopics(own, 60_000)).toEqual(['clients', 'notes', 'mail']);
  expect(bus.listRecentTopics(own, 3_000)).toEqual([]);
  vi.advanceTimersByTime(5_000);
  expect(bus.listRecentTopics(own, 60_000)).toEqual(['notes', 'mail']);
});

test('a page that opens refetches everything when changes may have been missed since its first request', () => {
  vi.useFakeTimers();
  const bus = new EventBus();
  expect(bus.listRecentTopics(own, 1_000)).toEqual(['*']);
  vi.advanceTimersByTime(20_000);
  expect(bus.listRecentTopics(own, 1_000)).toEqual([]);
  bus.deliverMissed();
  vi.advanceTimersByTime(2_000);
  expect(bus.listRecentTopics(own, 3_000)).toEqual(['*']);
  expect(bus.listRecentTopics(own, 1_000)).toEqual([]);
});
