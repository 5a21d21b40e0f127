import { expect } from 'vitest';
import type { ApiResponse } from './api.ts';

/** Expects a refusal with this status and error code. */
export function expectError({ status, error }: ApiResponse<unknown>, expected: number, code: string): void {
  expect([status, error?.code]).toEqual([expected, code]);
}
