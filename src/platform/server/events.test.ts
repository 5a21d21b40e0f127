import { expect, test, vi } from 'vitest';
import { EventBus } from './events.ts';
import type { DataChange, Subscriber } from './events.ts';

const page = (businessId: number, userId: number) => ({
  businessId,
  userId,
  onChange: vi.fn<Subscriber['onChange']>(),
  onEnd: vi.fn<Subscriber['onEnd']>(),
});

test('a change reaches the open pages of its business and no others [10.6.18 R-12]', () => {
  const bus = new EventBus();
  const [own, colleague, stranger] = [page(1, 1), page(1, 2), page(2, 1)];
  for (const one of [own, colleague, stranger]) bus.subscribe(one);
  bus.publish({ businessId: 1, topics: ['notes'] });
  bus.publish({ businessId: 1, topics: ['messages'], userIds: [2] });
  expect(own.onChange.mock.calls).toEqual([[['notes']]]);
  expect(colleague.onChange.mock.calls).toEqual([[['notes']], [['messages']]]);
  expect(stranger.onChange).not.toHaveBeenCalled();
});

test('a page that went hears nothing more and is not counted', () => {
  const bus = new EventBus();
  const own = page(1, 1);
  const leave = bus.subscribe(own);
  expect(bus.countStreams(1, 1)).toBe(1);
  leave();
  bus.publish({ businessId: 1, topics: ['notes'] });
  expect(own.onChange).not.toHaveBeenCalled();
  expect(bus.countStreams(1, 1)).toBe(0);
});

test('what other nodes tell is delivered here and not told again [D-10]', () => {
  const bus = new EventBus();
  const told = vi.fn<(change: DataChange) => void>();
  bus.onPublish(told);
  bus.deliver({ businessId: 1, topics: ['notes'] });
  expect(told).not.toHaveBeenCalled();
  bus.publish({ businessId: 1, topics: ['notes'] });
  expect(told).toHaveBeenCalledTimes(1);
});
