import { expect, onTestFinished, test, vi } from 'vitest';
import { ApiError } from '#platform/web/apiError.ts';
import { createNote } from '#features/submission/web/entry/noteRecord.ts';
import { sendOrKeep } from './sendOrKeep.ts';

const NOTE = createNote();
const BODY = { summary: 'All done.' };
const offline = new ApiError(0, { code: 'network' });
const send = (keep: () => Promise<boolean>) =>
  sendOrKeep({ request: () => Promise.reject(offline), keep }, BODY, NOTE);

test('a note that the device does not keep within ten seconds stays in the form [13.offline.56]', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const outcome = send(() => new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await outcome).toEqual({ error: offline });
  expect(vi.getTimerCount()).toBe(0);
});

test('a note that the device keeps in time leaves the form [13.offline.56]', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const outcome = send(() => new Promise((resolve) => setTimeout(resolve, 9_000, true)));
  await vi.advanceTimersByTimeAsync(9_000);
  expect(await outcome).toEqual({ body: BODY, note: NOTE, answer: null, isSentBefore: false });
  expect(vi.getTimerCount()).toBe(0);
});
