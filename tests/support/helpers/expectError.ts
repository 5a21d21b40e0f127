import { expect } from 'vitest';
import type { ApiResponse } from './api.ts';

/** Expects a refusal with this status and error code. */
export function expectError({ status, error }: ApiResponse<unknown>, expected: number, code: string): void {
  expect([status, error?.code]).toEqual([expected, code]);
}

/** Expects a refusal of one field, by default with 400. */
export function expectIssue(
  { status, error }: ApiResponse<unknown>,
  issue: { path: string; message: string },
  expected = 400,
): void {
  expect([status, error?.issues]).toEqual([expected, [issue]]);
}
