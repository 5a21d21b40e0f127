import { environmentManager, focusManager, MutationObserver, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  applyChangeEvent,
  changeOptions,
  expectChangeEvents,
  queryClient,
  refreshTopics,
} from './queries.ts';

// As in a browser, which has focus events and intervals.
beforeEach(() => {
  environmentManager.setIsServer(() => false);
  queryClient.mount();
});
afterEach(() => {
  queryClient.unmount();
  queryClient.clear();
  focusManager.setFocused(undefined);
  vi.useRealTimers();
});

/** Mounts a query; `queryFn` counts its fetches. */
function mountQuery(topics: string[] = ['notes']) {
  const queryFn = vi.fn<() => Promise<string>>(() => Promise.resolve('rows'));
  const observer = new QueryObserver(queryClient, { queryKey: topics, queryFn, meta: { topics } });
  return { queryFn, leave: observer.subscribe(() => undefined) };
}

test('a query never becomes stale and is not refetched on focus or by an interval [9.data.1]', async () => {
  vi.useFakeTimers();
  const { queryFn, leave } = mountQuery();
  await vi.advanceTimersByTimeAsync(0);
  leave();
  await vi.advanceTimersByTimeAsync(60_000);
  const again = new QueryObserver(queryClient, { queryKey: ['notes'], queryFn }).subscribe(() => undefined);
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await vi.advanceTimersByTimeAsync(24 * 60 * 60 * 1000);
  expect(queryFn).toHaveBeenCalledTimes(1);
  again();
});

test('refreshTopics() refetches the queries of a change event [9.data.2]', async () => {
  const { queryFn, leave } = mountQuery();
  const other = mountQuery(['clients']);
  await vi.waitFor(() => expect(queryFn).toHaveBeenCalledTimes(1));
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  await refreshTopics(['notes']);
  expect(queryFn).toHaveBeenCalledTimes(2);
  expect(other.queryFn).toHaveBeenCalledTimes(1);
  leave();
  other.leave();
});

test('a failed query or mutation is not retried [9.data.3]', async () => {
  vi.useFakeTimers();
  const run = vi.fn<() => Promise<string>>(() => Promise.reject(new Error('no')));
  const read = queryClient.query({ queryKey: ['notes'], queryFn: run }).catch((error: Error) => error);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await read).toMatchObject({ message: 'no' });
  expect(run).toHaveBeenCalledTimes(1);
  const write = new MutationObserver(queryClient, { mutationFn: run })
    .mutate()
    .catch((error: Error) => error);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await write).toMatchObject({ message: 'no' });
  expect(run).toHaveBeenCalledTimes(2);
});

test.each([
  ['does not arrive within two seconds', [], 2],
  ['is lost, although another user has changed something', [{ topics: ['clients'] }], 2],
  ['arrives', [{ topics: ['clients'], own: true }], 1],
])('a write refetches everything when its own change event %s', async (_, events, fetches) => {
  vi.useFakeTimers();
  expectChangeEvents(true);
  const { queryFn, leave } = mountQuery();
  await vi.advanceTimersByTimeAsync(0);
  await new MutationObserver(
    queryClient,
    changeOptions(() => Promise.resolve('saved')),
  ).mutate(undefined);
  for (const event of events) applyChangeEvent(event);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(queryFn).toHaveBeenCalledTimes(fetches);
  expectChangeEvents(false);
  leave();
});
