import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearToast, dismissToast, toast, toastStore } from './toast.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  clearToast();
  vi.runAllTimers();
  vi.useRealTimers();
});

test('one message shows at a time: a new one takes the place of the old [9.data.4]', () => {
  toast({ title: 'Draft saved' });
  const first = toastStore.read();
  toast({ title: 'Note submitted' });
  expect(first).toMatchObject({ title: 'Draft saved', open: true });
  expect(toastStore.read()).toMatchObject({ title: 'Note submitted', open: true });
  // The old one's end is none of the new one's.
  dismissToast(first?.id ?? 0);
  expect(toastStore.read()).toMatchObject({ title: 'Note submitted', open: true });
});

test('a dismissed message is forgotten 5000 ms later [9.data.6]', () => {
  toast({ title: 'Draft saved' });
  dismissToast(toastStore.read()?.id ?? 0);
  expect(toastStore.read()).toMatchObject({ title: 'Draft saved', open: false });
  vi.advanceTimersByTime(4999);
  expect(toastStore.read()).not.toBeNull();
  vi.advanceTimersByTime(1);
  expect(toastStore.read()).toBeNull();
});

test('a message that comes while another is leaving stays', () => {
  toast({ title: 'Draft saved' });
  dismissToast(toastStore.read()?.id ?? 0);
  vi.advanceTimersByTime(4000);
  toast({ title: 'Note submitted' });
  vi.advanceTimersByTime(60_000);
  expect(toastStore.read()).toMatchObject({ title: 'Note submitted', open: true });
});
