/** Concurrently sent, read and deleted messages: the stored counts stay correct. */

import { beforeAll, expect, test } from 'vitest';
import { createBusiness, type Account, type TestBusiness } from '#tests/support/factories/businesses.ts';
import { sendMessage } from '#tests/support/factories/messages.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { repeatConcurrently } from '#tests/support/helpers/concurrency.ts';

const CONCURRENT = 24;

const api = useApi();
let business: TestBusiness;
let mia: Account;
let eve: Account;
beforeAll(async () => {
  business = await createBusiness(api);
  [mia, eve] = await Promise.all([createPerson(api, business), createPerson(api, business)]);
});

const counts = async ({ id }: Account) => {
  const [row] = await api.sql(
    'select inbox, unread, sent from message_counts where business_id = $1 and user_id = $2',
    [business.id, id],
  );
  return row;
};

test('the counts are correct after messages in both directions, concurrent reads and concurrent deletions', async () => {
  const sent = await repeatConcurrently(CONCURRENT, (index) =>
    sendMessage(api, index % 2 === 0 ? { from: mia, to: eve } : { from: eve, to: mia }),
  );
  const half = CONCURRENT / 2;
  expect(await counts(mia)).toEqual({ inbox: half, unread: half, sent: half });
  expect(await counts(eve)).toEqual({ inbox: half, unread: half, sent: half });

  const [first] = sent.filter(({ recipientId }) => recipientId === eve.id);
  const params = { id: first?.id ?? 0 };
  const read = await repeatConcurrently(CONCURRENT, () =>
    api.call(eve.token, 'PUT /api/messages/:id/read', { params }),
  );
  expect(read.map(({ status }) => status)).toEqual(read.map(() => 200));
  expect(await counts(eve)).toEqual({ inbox: half, unread: half - 1, sent: half });

  const mixed = sent.filter(({ recipientId }) => recipientId === eve.id).at(-1);
  const other = { params: { id: mixed?.id ?? 0 } };
  const deleted = await repeatConcurrently(CONCURRENT, async (index) => {
    if (index % 2 === 1) return (await api.call(eve.token, 'PUT /api/messages/:id/read', other)).status;
    return (await api.call(eve.token, 'DELETE /api/messages/:id', other)).status;
  });
  expect(deleted.filter((status) => status === 204)).toHaveLength(1);
  expect(deleted.filter((status) => ![200, 204, 404].includes(status))).toEqual([]);
  expect(await counts(eve)).toEqual({ inbox: half - 1, unread: half - 2, sent: half });
  expect(await counts(mia)).toEqual({ inbox: half, unread: half, sent: half });
});
