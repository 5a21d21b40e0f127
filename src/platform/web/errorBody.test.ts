import { expect, test } from 'vitest';
import { ApiError, isWithoutServerResponse, messageOf } from './apiError.ts';
import { readError } from './errorBody.ts';

test('readError() uses the message of an error body [8.transport.4]', async () => {
  const body = {
    code: 'not_enough_units',
    message: 'Not enough time units: 9.00 needed, 1.00 available.',
    issues: [{ path: 'endTime', message: 'Too long' }],
    requestId: 'req-1',
  };
  const error = await readError(Response.json(body, { status: 409, headers: { 'retry-after': '30' } }));
  expect(error).toMatchObject({ ...body, status: 409, retryAfter: 30 });
  expect(messageOf(error, 'Failed')).toBe(body.message);
});

test.each([
  [502, 'Bad gateway of a proxy', '', '502: Bad gateway of a proxy'],
  [503, '', 'Service Unavailable', '503: Service Unavailable'],
])(
  'readError() uses status and text of %i %j [8.transport.4,5]',
  async (status, text, statusText, message) => {
    const error = await readError(new Response(text, { status, statusText }));
    expect(error).toMatchObject({ status, message, code: 'unknown' });
    expect(messageOf(error, 'Failed to create client')).toBe('Failed to create client');
  },
);

test('a 502, 503 or 504 of a proxy counts as no connection, an error response of the server does not [13.offline.49]', async () => {
  const read = (status: number, body: string) => readError(new Response(body, { status }));
  const foreign = await Promise.all([502, 503, 504].map((status) => read(status, '<h1>Away</h1>')));
  expect(foreign.map(isWithoutServerResponse)).toEqual([true, true, true]);
  expect(isWithoutServerResponse(new ApiError(0, { code: 'network' }))).toBe(true);
  const own = JSON.stringify({ code: 'overloaded', message: 'Too many requests.' });
  const answers = await Promise.all([read(503, own), read(500, 'broken'), read(404, '')]);
  expect(answers.map(isWithoutServerResponse)).toEqual([false, false, false]);
});
