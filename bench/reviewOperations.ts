/** Reads of a manager: the review, and the record of a client. */

import type { Office } from './data/fill.ts';
import type { Operation } from './operation.ts';

const ROW = `id, client_id, client_name, client_contact_name, title, excerpt, category, priority, tags, status, author_id,
  author_name, author_department, time_units_used, minutes, work_date, start_time, end_time, version, created_at`;

export function createReviewReads({ businessId, manager: who, clientIds }: Office): Operation[] {
  const [clientId] = clientIds;
  const pending = `where business_id = ${businessId} and status = 'pending' and deleted_at is null`;
  const ofClient = `where business_id = ${businessId} and client_id = ${clientId}`;
  return [
    {
      name: 'overview of a client',
      who,
      path: `/api/clients/${clientId}`,
      limit: `select c.*, u.total_time_units, u.used_time_units from clients c
        join client_units u on u.business_id = c.business_id and u.client_id = c.id
        where c.business_id = ${businessId} and c.id = ${clientId};
        select * from client_services ${ofClient};`,
    },
    {
      name: 'review queue',
      who,
      path: '/api/review/queue',
      limit: `select ${ROW} from notes ${pending} order by work_date, id limit 26;`,
    },
    {
      name: 'review queue, with warnings',
      who,
      path: '/api/review/queue?warnings=true',
      limit: `select ${ROW} from notes ${pending} and exists (select from note_checks c
          where c.business_id = notes.business_id and c.note_id = notes.id and c.level = 'warning')
        order by work_date, id limit 26;`,
    },
    {
      name: 'management, pending notes',
      who,
      path: '/api/management/notes?status=pending',
      limit: `select ${ROW} from notes ${pending} order by created_at desc, id desc limit 26;`,
    },
    {
      name: 'notes of a client',
      who,
      path: `/api/clients/${clientId}/notes`,
      limit: `select ${ROW} from notes ${ofClient} and deleted_at is null order by work_date desc, id desc limit 26;`,
    },
    {
      name: 'history of a client',
      who,
      path: `/api/clients/${clientId}/history`,
      limit: `select seq, actor_id, action, object, object_id, details, created_at from audit_log ${ofClient}
        order by seq desc limit 26;`,
    },
  ];
}
