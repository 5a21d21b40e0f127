import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearToast, currentToast, dismissToast, toast } from './toast.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  clearToast();
  vi.runAllTimers();
  vi.useRealTimers();
});

test('toast() replaces the message before it [9.data.4]', () => {
  toast({ title: 'Draft saved' });
  const first = currentToast.read();
  toast({ title: 'Note submitted' });
  expect(first).toMatchObject({ title: 'Draft saved', open: true });
  expect(currentToast.read()).toMatchObject({ title: 'Note submitted', open: true });
  // Closing the first message leaves the second one open.
  dismissToast(first?.id ?? 0);
  expect(currentToast.read()).toMatchObject({ title: 'Note submitted', open: true });
});

test('a dismissed message is removed 5000 ms later [9.data.6]', () => {
  toast({ title: 'Draft saved' });
  dismissToast(currentToast.read()?.id ?? 0);
  expect(currentToast.read()).toMatchObject({ title: 'Draft saved', open: false });
  vi.advanceTimersByTime(4999);
  expect(currentToast.read()).not.toBeNull();
  vi.advanceTimersByTime(1);
  expect(currentToast.read()).toBeNull();
});

test('a message stays when it is shown while the one before is being removed', () => {
  toast({ title: 'Draft saved' });
  dismissToast(currentToast.read()?.id ?? 0);
  vi.advanceTimersByTime(4000);
  toast({ title: 'Note submitted' });
  vi.advanceTimersByTime(60_000);
  expect(currentToast.read()).toMatchObject({ title: 'Note submitted', open: true });
});
