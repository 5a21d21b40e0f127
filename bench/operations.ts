/** The measured operations: a request to the API, and the least SQL that could answer it. */

import { buildNoteForm } from '#tests/support/factories/notes.ts';
import type { Office, Person, BenchData, Visit } from './data/fill.ts';
import { createForecastReads } from './forecastOperations.ts';
import { CODE, setCodes } from './members.ts';
import type { Operation } from './operation.ts';
import { createReviewReads } from './reviewOperations.ts';

const LIST = `select id, client_id, client_name, client_contact_name, title, excerpt, category, priority, tags, status,
  author_id, author_name, author_department, time_units_used, minutes, work_date, start_time, end_time, version,
  reviewed_by, reviewed_at, review_comment, created_at, updated_at from notes`;
const NEWEST = 'order by created_at desc, id desc limit 26';

const searchSql = (businessId: number, word: string) => `
  select n.id, n.title, n.excerpt, n.content, n.research, n.summary, n.client_name, n.author_name, n.created_at
  from (select business_id, note_id from note_search where business_id = ${businessId}
    and document @@ '${businessId}.${word}:*'::tsquery order by note_id desc limit 26) as w
  join notes n on n.business_id = w.business_id and n.id = w.note_id;`;

const ownSearchSql = (businessId: number, authorId: number, word: string) => `
  select n.id, n.title, n.excerpt, n.content, n.research, n.summary, n.client_name, n.author_name, n.created_at
  from notes n join note_search w on w.business_id = n.business_id and w.note_id = n.id
  where n.business_id = ${businessId} and n.author_id = ${authorId}
    and w.document @@ '${businessId}.${word}:*'::tsquery order by n.created_at desc, n.id desc limit 26;`;

const HALF_A_KILOBYTE = 'Sorted the letters of the month and paid two bills. '.repeat(10);

/** Creates all operations for a filled database and a server on it. */
export async function createOperations(data: BenchData, url: string): Promise<Operation[]> {
  await setCodes(
    url,
    data.visits.map(({ manager, clientId }) => ({ manager: manager.token, clientId })),
  );
  return [
    ...createOwnReads(data.middle, await findTenthPage(url, data.middle.author)),
    ...createBusinessReads(data.middle),
    ...createReviewReads(data.middle),
    ...createSearches(data),
    createSubmit(data),
    createOverlapping(data),
    createApproval(data),
    // Last, because they add authorizations.
    ...createForecastReads(data.middle, url),
  ];
}

/** The path of the tenth page of a user's notes. */
async function findTenthPage(url: string, { token }: Person): Promise<string> {
  let path = '/api/notes/my';
  for (let page = 1; page < 10; page += 1) {
    const { headers } = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
    path = /^<(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? path;
  }
  return path;
}

const createOwnReads = ({ businessId, author, noteId }: Office, deepPage: string): Operation[] => {
  const own = `where business_id = ${businessId} and author_id = ${author.id}`;
  return [
    {
      name: 'session check',
      who: author,
      path: '/api/auth/validate',
      limit: `select s.id, s.business_id, s.user_id, s.role, s.last_used_at, b.time_zone, b.subscription_status
        from sessions s join businesses b on b.id = s.business_id
        where s.token_hash = sha256('${author.token}') and s.expires_at > now();`,
    },
    {
      name: 'my notes, first page',
      who: author,
      path: '/api/notes/my',
      limit: `${LIST} ${own} ${NEWEST};`,
    },
    {
      name: 'my notes, deep page',
      who: author,
      path: deepPage,
      limit: `${LIST} ${own} and (created_at, id) < (now() - interval '400 days', 100000000) ${NEWEST};`,
    },
    {
      name: 'note by id',
      who: author,
      path: `/api/notes/${noteId}`,
      limit: `select n.*, s.employee_png, s.client_png from notes n
        join note_signatures s on s.business_id = n.business_id and s.note_id = n.id and s.version = n.version
        where n.business_id = ${businessId} and n.id = ${noteId};`,
    },
    {
      name: 'inbox',
      who: author,
      path: '/api/messages/inbox',
      limit: `select m.id, m.subject, m.excerpt, m.is_read, m.created_at, u.first_name, u.last_name from messages m
        join users u on u.business_id = m.business_id and u.id = m.sender_id
        where m.business_id = ${businessId} and m.recipient_id = ${author.id} and not m.hidden_for_recipient
        order by m.created_at desc, m.id desc limit 26;`,
    },
  ];
};

const createBusinessReads = ({ businessId, manager: who }: Office): Operation[] => {
  const all = `where business_id = ${businessId}`;
  return [
    {
      name: 'management, approved notes',
      who,
      path: '/api/management/notes?status=resolved',
      limit: `${LIST} ${all} and status = 'resolved' ${NEWEST};`,
    },
    {
      name: 'stats',
      who,
      path: '/api/management/stats',
      limit: `select status, sum(count) from note_counts ${all} group by status;`,
    },
    {
      name: 'client list',
      who,
      path: '/api/clients',
      limit: `select c.*, u.total_time_units, u.used_time_units from clients c
        join client_units u on u.business_id = c.business_id and u.client_id = c.id
        where c.business_id = ${businessId} order by c.created_at desc, c.id desc;`,
    },
    {
      name: 'payroll week',
      who,
      path: '/api/payroll/week',
      limit: `select employee_id, sum(time_units), sum(minutes), count(*) from time_entries ${all}
        and start_time >= now() - interval '7 days' and reversed_at is null group by employee_id;`,
    },
    { name: 'dashboard', who, path: '/api/dashboard', limit: `${LIST} ${all} ${NEWEST};` },
  ];
};

const SEARCHED = { 'common word': 'kitchen', 'rare word': 'quinoa', prefix: 'bicy' };

const createSearches = ({ middle, small, big }: BenchData): Operation[] => [
  ...Object.entries(SEARCHED).map(([what, word]) => createSearch(middle, word, what)),
  createSearch(small, 'kitchen', 'common word, small business'),
  createSearch(big, 'kitchen', 'common word, biggest business'),
  {
    name: 'search, common word, own notes',
    who: middle.author,
    path: '/api/notes/search?q=kitchen',
    limit: ownSearchSql(middle.businessId, middle.author.id, 'kitchen'),
  },
];

const createSearch = ({ businessId, manager }: Office, ...[word, what]: [string, string]): Operation => ({
  name: `search, ${what}`,
  who: manager,
  path: `/api/notes/search?q=${word}`,
  limit: searchSql(businessId, word),
});

/** A description of half a kilobyte that shares no three words in a row with another but by chance. */
const writeText = (number: number): string =>
  Array.from({ length: 80 }, (_, at) => `word${(number * 7_919 + at * at * 31) % 997}`).join(' ');

/** Notes of authors of all businesses, each of one minute of yesterday with its own text, so that hardly any has checks. */
const createSubmit = ({ middle, visits }: BenchData): Operation => ({
  name: 'submit a note',
  who: middle.author,
  ...createSubmission((count) => {
    const { author, clientId } = visits[count % visits.length] as Visit;
    return { author, clientId, minute: count % MINUTES };
  }),
  limit: submitSql(visits),
});

/** Every second note is by the manager, of the minute and client of the note before, so that both get a check. */
const createOverlapping = ({ middle, visits }: BenchData): Operation => ({
  name: 'submit a note that overlaps another',
  who: middle.author,
  ...createSubmission((count) => {
    const pair = Math.floor(count / 2);
    const { author, manager, clientId } = visits[pair % visits.length] as Visit;
    return { author: count % 2 === 0 ? author : manager, clientId, minute: MINUTES - 1 - (pair % MINUTES) };
  }),
  limit: submitSql(visits, CHECKS_SQL),
});

/** The minutes of a day that can begin a note of one minute. */
const MINUTES = 1_439;

type Submission = { author: Person; clientId: number; minute: number };

/** Submits notes of yesterday. @param toSubmission what the note with this number is about */
function createSubmission(
  toSubmission: (count: number) => Submission,
): Pick<Operation, 'method' | 'path' | 'body' | 'bodiesPerSecond' | 'tokenOf'> {
  const tokens = new WeakMap<object, string>();
  const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  const toTime = (minute: number) =>
    [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
  let count = 0;
  return {
    method: 'POST',
    path: '/api/notes',
    body: () => {
      const { author, clientId, minute } = toSubmission(count);
      const form = buildNoteForm(clientId, {
        description: writeText(count),
        workDate: yesterday,
        startTime: toTime(minute),
        endTime: toTime(minute + 1),
        clientSignatureCode: CODE,
      });
      tokens.set(form, author.token);
      count += 1;
      return form;
    },
    bodiesPerSecond: 500,
    tokenOf: (form) => tokens.get(form) ?? '',
  };
}

const CHECKS_SQL = `, checks as (
  insert into note_checks (business_id, note_id, code, level) select business_id, id, 'client_overlap', 'warning' from note
)`;

/** Inserts the note, hours and ledger entry and updates the balance, in one round trip. */
const submitSql = (visits: Visit[], more = ''): string => `
\\set visit random(1, ${visits.length})
\\startpipeline
begin;
update client_units set used_time_units = used_time_units + 4
  where business_id = ${pick(visits.map(({ businessId }) => businessId))} and client_id = ${pick(visits.map(({ clientId }) => clientId))};
with note as (
  insert into notes (business_id, client_id, client_name, client_contact_name, title, content, excerpt, category, author_id,
    author_name, time_units_used, minutes, work_date, time_zone, start_time, end_time, research, summary, employee_signed_at, client_signed_at)
  values (${pick(visits.map(({ businessId }) => businessId))}, ${pick(visits.map(({ clientId }) => clientId))}, 'House', 'Contact', 'Sustaining, House', '${HALF_A_KILOBYTE}',
    '${HALF_A_KILOBYTE.slice(0, 200)}', 'sustaining', ${pick(visits.map(({ author }) => author.id))}, 'Person', 4, 60, current_date, 'UTC', '08:00', '09:00',
    'Filled in the form and sent it off.', 'All of it is done by now.', now(), now()) returning business_id, id, client_id, author_id
), hours as (
  insert into time_entries (business_id, client_id, employee_id, note_id, description, time_units, minutes, start_time, end_time,
    work_date, time_zone)
  select business_id, client_id, author_id, id, 'Note', 4, 60, timestamptz '2020-01-01', timestamptz '2020-01-01 01:00',
    date '2020-01-01', 'UTC' from note
)${more}
insert into unit_ledger (business_id, client_id, kind, delta, balance_after, note_id, note_version, actor_id, hash)
  select business_id, client_id, 'note', -4, 0, id, 1, author_id, '\\x00' from note;
commit;
\\endpipeline
`;

/** SQL for the value of a visit that pgbench picks at random. */
const pick = (values: number[]): string => `(array[${values.join(',')}])[:visit]`;

function createApproval({ middle, stock }: BenchData): Operation {
  return {
    name: 'approve a note',
    who: middle.manager,
    method: 'PATCH',
    path: stock.pending.map((id) => `/api/notes/${id}/review`),
    body: () => ({ action: 'approve' }),
    limit: approveSql(middle, stock.denied),
  };
}

/** Updates note and counts and inserts the message and audit row, in one round trip. Uses other notes than the product. */
const approveSql = ({ businessId, author, manager }: Office, ids: number[]): string => `
\\set note random(0, ${ids.length - 1})
\\startpipeline
begin;
update notes set reviewed_by = ${manager.id}, reviewed_at = now(), updated_at = now()
  where business_id = ${businessId} and id = (array[${ids.join(',')}])[1 + :note];
update note_counts set count = count + 1 where business_id = ${businessId} and author_id = ${author.id} and status = 'denied';
insert into messages (business_id, sender_id, recipient_id, subject, content, excerpt)
  values (${businessId}, ${manager.id}, ${author.id}, 'Note approved', 'Your note was approved.', 'Your note was approved.');
update message_counts set inbox = inbox + 1, unread = unread + 1 where business_id = ${businessId} and user_id = ${author.id};
with head as (
  update audit_heads set seq = seq + 1, hash = sha256(hash || '\\x00') where business_id = ${businessId} returning seq, hash
)
insert into audit_log (business_id, seq, actor_id, action, object, object_id, details, created_at, payload, hash)
  select ${businessId}, seq, ${manager.id}, 'approved', 'note', 1, '{}', now(), '{}', hash from head;
commit;
\\endpipeline
`;
