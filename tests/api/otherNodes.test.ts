/** Two nodes on one PostgreSQL server, whatever stands before it: each hears what the other changes. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningServer } from '#app/server.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { startSecondNode } from '#tests/support/helpers/secondNode.ts';

const api = useApi();
let second: RunningServer;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ node: second, stop } = await startSecondNode(api));
});
afterAll(async () => {
  await stop();
});

test('an open page on one node hears of a change on the other, and of no other business [D-8,10]', async () => {
  const [own, stranger] = [await createBusiness(api), await createBusiness(api)];
  const heard: string[] = [];
  for (const { id, admin } of [own, stranger])
    second.services.events.subscribe({
      businessId: id,
      userId: admin.id,
      onChange: (topics) => heard.push(...topics.map((topic) => `${topic} of ${id}`)),
      onEnd: () => undefined,
    });
  // More than once, because a node that just started begins to hear in its own time.
  const tell = async () => {
    api.server.services.events.publish({ businessId: own.id, topics: ['announcements'] });
    return heard;
  };
  await expect.poll(tell, { timeout: 10_000 }).toContain(`announcements of ${own.id}`);
  expect(heard.filter((one) => one.endsWith(` of ${stranger.id}`))).toEqual([]);
});
