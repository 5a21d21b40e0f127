/** Three users and their mailboxes. */

import { expect } from 'vitest';
import type { Api } from '#tests/support/helpers/api.ts';
import { createBusiness, type Account } from './businesses.ts';
import { createPerson } from './people.ts';

/** A manager, an employee, and a manager without messages. */
export async function createMailboxes(api: Api) {
  const business = await createBusiness(api, { plan: 'professional' });
  const form = { firstName: 'Mia', lastName: 'Boss', department: 'Office' };
  const mia = await createPerson(api, business, { role: 'manager', form });
  const eve = await createPerson(api, business);
  const third = await createPerson(api, business, { role: 'manager' });
  const query = { limit: 200 };
  return {
    business,
    mia,
    eve,
    third,
    inbox: (who: Account) => api.ok(who.token, 'GET /api/messages/inbox', { query }),
    sent: (who: Account) => api.ok(who.token, 'GET /api/messages/sent', { query }),
    unread: async (who: Account) => (await api.ok(who.token, 'GET /api/messages/unread')).unread,
    thread: (who: Account, id: number) =>
      api.call(who.token, 'GET /api/messages/:id/thread', { params: { id } }),
    /** The audit log rows of the message, oldest first. */
    audited: (id: number) =>
      api.sql<{ action: string; actor_id: number; details: object }>(
        `select action, actor_id, details from audit_log
         where business_id = $1 and object = 'message' and object_id = $2 order by seq`,
        [business.id, id],
      ),
    expectTrueCounts: () => expectTrueCounts(api, business.id),
  };
}

/** The stored counters of all users equal the counted messages. */
async function expectTrueCounts(api: Api, businessId: number): Promise<void> {
  const stored = await api.sql(
    `select user_id, inbox, unread, sent from message_counts where business_id = $1
     and (inbox, unread, sent) <> (0, 0, 0) order by user_id`,
    [businessId],
  );
  const counted = await api.sql(
    `select u.id as user_id,
       (count(*) filter (where m.recipient_id = u.id and not hidden_for_recipient))::int as inbox,
       (count(*) filter (where m.recipient_id = u.id and not hidden_for_recipient and not is_read))::int as unread,
       (count(*) filter (where m.sender_id = u.id and not hidden_for_sender))::int as sent
     from users u join messages m on m.business_id = u.business_id and u.id in (m.sender_id, m.recipient_id)
     where u.business_id = $1 group by u.id
     having count(*) filter (where (m.recipient_id = u.id and not hidden_for_recipient)
       or (m.sender_id = u.id and not hidden_for_sender)) > 0 order by u.id`,
    [businessId],
  );
  expect(stored).toEqual(counted);
}
