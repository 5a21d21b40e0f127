import { afterEach, expect, test } from 'vitest';
import { ApiError, SESSION_EXPIRED } from './apiError.ts';
import { failureToast } from './failureToast.ts';
import { clearToast, currentToast } from './toast.ts';

afterEach(() => clearToast());

const refusal = new ApiError(409, { code: 'plan_limit_reached', message: 'The plan allows 80 clients.' });

test('failureToast() shows a destructive toast titled Error [8.clients.1]', () => {
  failureToast(new TypeError('x is undefined'), 'Failed to add service');
  expect(currentToast.read()).toMatchObject({
    title: 'Error',
    description: 'Failed to add service',
    variant: 'destructive',
  });
});

test("failureToast() adds the server's message, or shows it instead [8.clients.4]", () => {
  failureToast(refusal, 'Failed to add service');
  expect(currentToast.read()?.description).toBe('Failed to add service. The plan allows 80 clients.');
  failureToast(refusal, 'Failed to create client', 'instead');
  expect(currentToast.read()?.description).toBe('The plan allows 80 clients.');
});

test('failureToast() asks to log in again when the session ended [8.clients.5]', () => {
  const ended = new ApiError(401, { code: 'session_expired', message: SESSION_EXPIRED });
  failureToast(ended, 'Failed to update client', 'instead');
  expect(currentToast.read()?.description).toBe('Please log in again to continue');
});
