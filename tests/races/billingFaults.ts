/** Violations of the rules of billing after concurrent calls. */

import type { Api } from '#tests/support/helpers/api.ts';

/**
 * Notes that are billed twice by valid invoices and claims, notes whose mark or entry in `billed_notes` is wrong, billed
 * notes that are not approved, wrong payments, and gaps in numbers. One statement, so that it may run between others. Each
 * table is filtered by the business parameter; otherwise Citus reads the subqueries one after another.
 */
export const listBillingFaults = ({ sql }: Api, businessId: number) =>
  sql(
    `with invoiced as (
       select i.id, jsonb_array_elements_text(line -> 'noteIds')::bigint as note_id
       from invoices i, jsonb_array_elements(i.document::jsonb -> 'lines') as line
       where i.business_id = $1 and i.state in ('issued', 'partly_paid', 'paid')
     ), claimed as (
       select claim_batch_id as id, note_id from claim_lines where business_id = $1 and state <> 'rejected'
     ), billed as (select note_id from invoiced union all select note_id from claimed),
     held as (
       select b.note_id, b.claim_batch_id, b.invoice_id, i.state from billed_notes b
       left join invoices i on i.business_id = $1 and i.id = b.invoice_id
       where b.business_id = $1
     )
     select 'billed twice' as fault, note_id::text as what from billed group by note_id having count(*) > 1
     union all
     select 'not held', note_id::text from invoiced
       where not exists (select from held h where h.note_id = invoiced.note_id and h.invoice_id = invoiced.id)
     union all
     select 'not held', note_id::text from claimed
       where not exists (select from held h where h.note_id = claimed.note_id and h.claim_batch_id = claimed.id)
     union all
     select 'held without a bill', note_id::text from held
       where state is distinct from 'draft' and note_id not in (select note_id from billed)
     union all
     select 'wrong mark', n.id::text from notes n
       where n.business_id = $1 and (n.is_billed <> exists (select from billed b where b.note_id = n.id)
         or n.is_claimed <> exists (select from claimed c where c.note_id = n.id))
     union all
     select 'not approved', n.id::text from notes n join billed b on b.note_id = n.id
       where n.business_id = $1 and (n.status <> 'resolved' or n.deleted_at is not null)
     union all
     select 'wrong payments', i.id::text from invoices i
       left join lateral (select coalesce(sum(p.amount), 0) as paid from invoice_payments p
         where p.business_id = $1 and p.invoice_id = i.id) p on true
       where i.business_id = $1 and (i.paid <> p.paid or i.paid < 0 or i.paid > i.total
         or (i.state = 'void' and i.paid <> 0)
         or i.state in ('issued', 'partly_paid', 'paid') and i.state <>
           case i.paid when 0 then 'issued' when i.total then 'paid' else 'partly_paid' end)
     union all
     select 'number missing', max(split_part(number, '-', 2)) from invoices
       where business_id = $1 and number is not null
       having max(split_part(number, '-', 2)::int) <> count(*)`,
    [businessId],
  );
