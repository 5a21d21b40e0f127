-- Fills a migrated, empty database with the same rows every time. `bench.notes` is the number of notes (20000, 200000 or
-- 2000000), with a business for each 2,000, a user for each 200 and a client for each 40. Business 1 always has 10,000
-- notes and business 2 has 200, so that their speed can be compared; business 3 is the biggest of the others. The oldest
-- 5,000 notes of business 1 are pending. Ledger and evidence are not chained, so `npm run verify` fails.

-- Without triggers and foreign key checks, which are slow row by row.
set session_replication_role = replica;
set synchronous_commit = off;
set maintenance_work_mem = '512MB';

-- Indexes are created at the end, which is much faster. Unique indexes stay.
create temp table later as
select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
from pg_index join pg_class on pg_class.oid = indexrelid
where relnamespace = 'public'::regnamespace and not indisunique;

do $$ declare one record; begin
  for one in select name from later loop execute format('drop index %s', one.name); end loop;
end $$;

create temp table shape as
with weighed as (
  select n, case when n > 2 then power(n - 2, -0.7) else 0 end as weight
  from generate_series(1, greatest(4, current_setting('bench.notes')::int / 2000)) n
), sized as (
  select n, case n when 1 then 10000 when 2 then 200
    else round((current_setting('bench.notes')::int - 10200) * weight / sum(weight) over ())::int end as notes
  from weighed
), peopled as (
  select n, notes, greatest(4, least(400, notes / 200)) as people, greatest(5, notes / 40) as clients from sized
)
select n as business_id, notes, people, clients,
  sum(people) over (order by n) - people as people_before, sum(clients) over (order by n) - clients as clients_before
from peopled;

create temp table sentence as
select row_number() over () - 1 as n, text from (values
  ('Cleaned the kitchen together and wrote a list for the week.'),
  ('Called the landlord about the heating; he comes on Thursday.'),
  ('Went to the bank to open an account, the card comes by mail.'),
  ('Practised the bus route to the new workplace twice.'),
  ('Sorted the letters of the month and paid two bills.'),
  ('Prepared the application for the apartment on Oak Street.'),
  ('Talked about how the week went and what was difficult.'),
  ('Checked the medication plan with the nurse on the phone.'),
  ('Cooked a simple dinner and put the rest into the freezer.'),
  ('Filled in the form for food stamps and sent it off.'),
  ('Visited the library and renewed the card.'),
  ('Repaired the lock of the front door with the neighbour.'),
  ('Made an appointment with the dentist for next month.'),
  ('Looked at three offers for a used bicycle.'),
  ('Walked to the market and compared prices.'),
  ('Wrote to the case worker about the missing document.'),
  ('Washed the laundry and hung up the curtains.'),
  ('Set up the phone for video calls with the family.'),
  ('Planned the budget until the end of the month.'),
  ('Read the lease again and marked what was unclear.')
) as known (text);

insert into businesses (id, name, address, phone, email, subscription_status, subscription_period_end, plan_type,
  is_creator_business, admin_registered_at, created_at)
select business_id, 'Agency ' || business_id, '1 Main Street', '555 0100', 'office@agency.example', 'active',
  now() + interval '1 year', 'professional', business_id = 1, now(), '2024-01-01'
from shape;

insert into services (business_id, key, name, position)
select business_id, key, name, position from shape,
  (values ('transitional', 'Transitional Services', 0), ('sustaining', 'Sustaining Services', 1)) as defaults (key, name, position);

insert into period_locks (business_id) select business_id from shape;

insert into audit_heads (business_id, seq, hash) select business_id, 0, decode(repeat('00', 32), 'hex') from shape;

insert into users (business_id, id, username, password_hash, role, department, first_name, last_name, email, created_at)
select business_id, people_before + n, 'person' || people_before + n, 'none',
  case n when 1 then 'admin' when 2 then 'manager' else 'employee' end, 'Field',
  (array['Ada', 'Ben', 'Cleo', 'Dan', 'Eve', 'Finn', 'Gia', 'Hal'])[1 + n % 8], 'Person ' || n,
  'person@agency.example', '2024-01-01'
from shape, generate_series(1, people) n;

insert into usernames (name, business_id, user_id) select username, business_id, id from users;

-- A user's token is 'bench-' and the id with twenty digits.
insert into sessions (token_hash, business_id, user_id, role, created_at, last_used_at, expires_at)
select sha256(convert_to('bench-' || lpad(id::text, 20, '0'), 'utf8')), business_id, id, role, now(), now(), now() + interval '30 days'
from users;

insert into clients (business_id, id, company_name, contact_name, email, phone, created_at)
select business_id, clients_before + n, 'House ' || n, 'Contact ' || n, 'house@agency.example', '555 0101',
  timestamp '2024-01-01' + n * interval '1 minute'
from shape, generate_series(1, clients) n;

insert into client_assignments (business_id, client_id, employee_id, assigned_by, created_at)
select business_id, clients_before + n, people_before + 3 + n % (people - 2), people_before + 1, '2024-01-01'
from shape, generate_series(1, clients) n;

-- Notes of all businesses alternate, over two years until three days ago: new ones of yesterday overlap none.
create temp table visit as
select business_id, people_before, row_number() over (order by at, business_id) as id, at,
  clients_before + client as client_id, client, people_before + 3 + client % (people - 2) as author_id,
  1 + hash % 16 as quarters, hash, n,
  case when n > notes * 0.95 or (business_id = 1 and n <= 5000) then 'pending' when hash % 20 = 0 then 'denied' else 'resolved' end as status
from shape, generate_series(1, notes) n,
  lateral (select abs(hashint4(n))::bigint as hash) as h,
  lateral (select 1 + (hash / 16) % clients as client) as c,
  lateral (select now() - interval '3 days' - interval '730 days' * (1 - n::float8 / notes) as at) as a;

analyze visit;
analyze shape;
analyze sentence;

insert into notes (business_id, id, created_at, client_id, client_name, client_contact_name, title, content, excerpt,
  category, status, author_id, author_name, author_department, time_units_used, minutes, work_date, time_zone, start_time,
  end_time, research, summary, employee_signed_at, client_signed_at, is_client_signed, reviewed_by, reviewed_at, updated_at)
select business_id, v.id, at, client_id, 'House ' || client, 'Contact ' || client,
  'Sustaining, House ' || client || ', ' || to_char(at, 'FMMonth FMDD, YYYY'), content, left(content, 200),
  case when v.hash % 3 = 0 then 'transitional' else 'sustaining' end, status, author_id, 'Person ' || author_id - people_before,
  'Field', quarters, quarters * 15, at::date, 'America/Chicago', '08:00', to_char(time '08:00' + quarters * interval '15 minutes', 'HH24:MI'),
  c.text || ' ' || d.text, e.text || ' Reference r' || v.n || '.', at, at, true,
  case when status <> 'pending' then people_before + 2 end, case when status <> 'pending' then at + interval '1 day' end, at
from visit v
join sentence a on a.n = v.hash % 20 join sentence b on b.n = (v.hash / 20) % 20 join sentence c on c.n = (v.hash / 400) % 20
join sentence d on d.n = (v.hash / 8000) % 20 join sentence e on e.n = (v.hash / 160000) % 20,
  lateral (select concat_ws(' ', a.text, b.text, c.text, d.text, case when v.hash % 1000 = 0 then 'Quinoa.' end) as content) as t
order by v.id;

insert into note_versions (business_id, note_id, version, canonical, digest, audit_seq, created_at)
select business_id, id, 1, '{}', 'none', 0, at from visit order by id;

insert into note_signatures (business_id, note_id, version, employee_png, client_png)
select business_id, id, 1, sha256(convert_to(id::text, 'utf8')), sha256(convert_to(id::text, 'utf8')) from visit order by id;

-- Of each description 12 hashes, as of 500 characters.
insert into note_fingerprints (business_id, note_id, author_id, work_date, submitted_at, client_ink, trigrams)
select business_id, id, author_id, at::date, at, sha256(convert_to(id::text, 'utf8')),
  array(select hashint4((id * 12 + part)::int) from generate_series(1, 12) part) from visit where status <> 'denied' order by id;

-- Each tenth note to review has a warning.
insert into note_checks (business_id, note_id, code, level)
select business_id, id, 'text_repeated', 'warning' from visit where status = 'pending' and id % 10 = 0;

-- Twenty changes of each client.
insert into audit_log (business_id, seq, actor_id, action, object, object_id, client_id, details, created_at, payload, hash)
select business_id, row_number() over (partition by business_id order by change, client), people_before + 1, 'updated', 'client',
  clients_before + client, clients_before + client, '{"fields": ["phone"]}', now() - (21 - change) * interval '1 month', '{}', '\x00'
from shape, generate_series(1, clients) client, generate_series(1, 20) change;
update audit_heads h set seq = s.clients * 20 from shape s where s.business_id = h.business_id;

-- The search terms of each sentence for each business, which are combined for a note.
create temp table spoken as
select business_id, n, (
  select string_agg(format('''%s.%s'':%s', business_id, word, places), ' ')::tsvector from (
    select word, string_agg(place::text, ',') as places
    from regexp_split_to_table(lower(text), '[^a-z0-9]+') with ordinality as split (word, place) where word <> '' group by word
  ) as placed) as words
from shape, sentence;
analyze spoken;

insert into note_search (business_id, note_id, document)
select v.business_id, v.id,
  setweight(format('''%1$s.%2$s'':1 ''%1$s.house'':2 ''%1$s.%3$s'':3,8 ''%1$s.%4$s'':4 ''%1$s.%5$s'':5 ''%1$s.%6$s'':6 ''%1$s.contact'':7 ''%1$s.person'':9 ''%1$s.%7$s'':10',
    v.business_id, 'sustaining', client, to_char(at, 'fmmonth'), to_char(at, 'FMDD'), to_char(at, 'YYYY'), author_id - people_before)::tsvector, 'A')
  || setweight(a.words || b.words || c.words || d.words
    || case when v.hash % 1000 = 0 then format('''%s.quinoa'':1', v.business_id)::tsvector else '' end, 'B')
  || setweight(e.words || format('''%1$s.reference'':1 ''%1$s.r%2$s'':2', v.business_id, v.n)::tsvector, 'C')
  || setweight(c.words || d.words, 'D')
from visit v
join spoken a on a.business_id = v.business_id and a.n = v.hash % 20
join spoken b on b.business_id = v.business_id and b.n = (v.hash / 20) % 20
join spoken c on c.business_id = v.business_id and c.n = (v.hash / 400) % 20
join spoken d on d.business_id = v.business_id and d.n = (v.hash / 8000) % 20
join spoken e on e.business_id = v.business_id and e.n = (v.hash / 160000) % 20
order by v.id;

insert into time_entries (business_id, id, client_id, employee_id, note_id, description, time_units, minutes, start_time,
  end_time, work_date, time_zone, created_at, reversed_at)
select business_id, id, client_id, author_id, id, 'Note', quarters, quarters * 15, at - quarters * interval '15 minutes', at,
  at::date, 'America/Chicago', at, case when status = 'denied' then at + interval '1 day' end
from visit order by id;

insert into unit_ledger (business_id, id, created_at, client_id, kind, delta, balance_after, note_id, note_version, actor_id, hash)
select business_id, id, at, client_id, 'note', -quarters,
  100000 - sum(quarters) over (partition by client_id order by id), id, 1, author_id, sha256(convert_to(id::text, 'utf8'))
from visit;

insert into client_units (business_id, client_id, total_time_units, used_time_units)
select c.business_id, c.id, 100000, coalesce(sum(v.quarters), 0)
from clients c left join visit v on v.client_id = c.id group by c.business_id, c.id;

insert into note_counts (business_id, author_id, status, count)
select business_id, author_id, status, count(*) from visit group by 1, 2, 3;

-- One message for each ten notes, from the manager to the author.
insert into messages (business_id, id, created_at, sender_id, recipient_id, subject, content, excerpt, is_read, thread_id)
select business_id, row_number() over (order by id), at, people_before + 2, author_id, 'Visit ' || v.n, s.text || ' ' || s.text,
  s.text, v.hash % 10 > 0, row_number() over (order by id)
from visit v join sentence s on s.n = v.hash % 20 where v.n % 10 = 0;

insert into message_counts (business_id, user_id, inbox, unread)
select business_id, recipient_id, count(*), count(*) filter (where not is_read) from messages group by 1, 2;
insert into message_counts (business_id, user_id, sent) select business_id, sender_id, count(*) from messages group by 1, 2;

select setval(pg_get_serial_sequence(name, 'id'), highest + 1) from (values
  ('businesses', (select max(id) from businesses)), ('users', (select max(id) from users)),
  ('clients', (select max(id) from clients)), ('notes', (select max(id) from notes)),
  ('time_entries', (select max(id) from time_entries)), ('unit_ledger', (select max(id) from unit_ledger)),
  ('messages', (select max(id) from messages))
) as counted (name, highest);

do $$ declare one record; begin
  for one in select definition from later loop execute one.definition; end loop;
end $$;

drop table visit, sentence, spoken, shape, later;
reset maintenance_work_mem;
reset session_replication_role;
