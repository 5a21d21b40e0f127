/** The readable CSV files of an export, one for each kind of record. */

import type { Cell } from '#platform/server/sheet.ts';
import { BYTE_ORDER_MARK, toCsvLines } from '#platform/server/spreadsheet.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { CLIENT_SHEETS } from './clientSheetReads.ts';
import { NOTE_SHEETS } from './noteSheetReads.ts';
import { readRecords } from './recordReads.ts';
import { BUSINESS, clientOf, nameOf, type Sheet } from './sheetColumnsReads.ts';

export const SHEETS: Sheet[] = [
  {
    name: 'business',
    from: `(select b.*, b.id as business_id, p.locked_through
      from businesses b left join period_locks p on p.business_id = ${BUSINESS} where b.id = ${BUSINESS}) t`,
    order: 't.id',
    columns: {
      ID: 't.id',
      Name: 't.name',
      Description: 't.description',
      Address: 't.address',
      Phone: 't.phone',
      Email: 't.email',
      Industry: 't.industry',
      Website: 't.website',
      'Time zone': 't.time_zone',
      'Time zones by first day': `(select string_agg((one->>'from') || ' ' || (one->>'timeZone'), ', ') from jsonb_array_elements(t.time_zones) one)`,
      'If a note goes over a limit': 't.overuse_policy',
      'Late entry after (hours)': 't.late_entry_hours',
      'Long day over (hours)': 't.long_day_hours',
      'Two employees at the same visit': 't.allow_two_employees::text',
      'Unsigned notes allowed': 't.allow_unsigned::text',
      'Keep offline data for (hours)': 't.offline_hours',
      'Overtime after (hours a week)': 't.overtime_after_hours',
      'Overtime limits by first day': `(select string_agg((one->>'from') || ' ' || (one->>'hours'), ', ') from jsonb_array_elements(t.overtime_limits) one)`,
      'Description on receipts': 't.receipt_shows_text::text',
      'Paper size': 't.paper_size',
      Currency: 't.currency',
      'Address on invoices': 't.invoice_address',
      'Tax ID': 't.tax_id',
      'Tax (%)': 't.tax_rate::text',
      'Days to pay': 't.payment_term_days',
      'Invoice number format': 't.invoice_number_format',
      'Closed through': 't.locked_through',
    },
  },
  {
    name: 'week-starts',
    from: 'week_starts t',
    order: 't.from_date',
    columns: { From: 't.from_date', 'Week starts on (0 = Sunday)': 't.week_start' },
  },
  ...CLIENT_SHEETS,
  ...NOTE_SHEETS,
  {
    name: 'time-entries',
    from: 'time_entries t',
    order: 't.id',
    columns: {
      ID: 't.id',
      'Employee ID': 't.employee_id',
      Employee: nameOf('employee_id'),
      'Client number': 't.client_id',
      Client: clientOf(),
      'Note ID': 't.note_id',
      'Work date': 't.work_date',
      'Time zone': 't.time_zone',
      Start: 't.start_time',
      End: 't.end_time',
      'Start in a repeated hour': 't.start_occurrence',
      'End in a repeated hour': 't.end_occurrence',
      Minutes: 't.minutes',
      Units: 't.time_units::text',
      Description: 't.description',
      Reversed: 't.reversed_at',
    },
  },
  {
    name: 'ledger',
    from: 'unit_ledger t',
    order: 't.id',
    columns: {
      ID: 't.id',
      Time: 't.created_at',
      'Client number': 't.client_id',
      Client: clientOf(),
      'Authorization ID': 't.authorization_id',
      Kind: 't.kind',
      Change: 't.delta::text',
      'Balance after': 't.balance_after::text',
      'Note ID': 't.note_id',
      Reason: 't.reason',
      By: nameOf('actor_id'),
    },
  },
  {
    name: 'invoices',
    from: 'invoices t',
    order: 't.id',
    columns: {
      ID: 't.id',
      Number: 't.number',
      State: 't.state',
      'Client number': 't.client_id',
      Client: clientOf(),
      Payer: 't.payer',
      'Bill to': 't.bill_to_name',
      From: 't.period_start',
      Through: 't.period_end',
      Total: 't.total::text',
      Paid: 't.paid::text',
      Currency: 't.currency',
      Issued: 't.issued_on',
      Due: 't.due_on',
      Voided: 't.voided_at',
      'Void reason': 't.void_reason',
    },
  },
  {
    name: 'billed-notes',
    from: 'billed_notes t',
    order: 't.note_id',
    columns: {
      'Note ID': 't.note_id',
      Version: 't.version',
      'Invoice ID': 't.invoice_id',
      'Claim batch ID': 't.claim_batch_id',
      'Authorization ID': 't.authorization_id',
      Units: 't.units::text',
      'Rate per unit': 't.unit_rate::text',
    },
  },
  {
    name: 'payments',
    from: `invoice_payments t join invoices i on i.business_id = ${BUSINESS} and i.id = t.invoice_id`,
    order: 't.id',
    columns: {
      ID: 't.id',
      'Invoice ID': 't.invoice_id',
      Invoice: 'i.number',
      Amount: 't.amount::text',
      Currency: 'i.currency',
      Date: 't.paid_on',
      Note: 't.note',
      'Recorded by': nameOf('recorded_by'),
    },
  },
  {
    name: 'claims',
    from: `claim_lines t join claim_batches b on b.business_id = ${BUSINESS} and b.id = t.claim_batch_id`,
    order: 't.claim_batch_id, t.note_id',
    columns: {
      'Batch ID': 't.claim_batch_id',
      Payer: 'b.payer_name',
      'Note ID': 't.note_id',
      State: 't.state',
      Created: 'b.created_at',
      Line: 't.content::text',
    },
  },
  {
    name: 'messages',
    from: 'messages t',
    order: 't.id',
    columns: {
      ID: 't.id',
      Sent: 't.created_at',
      From: nameOf('sender_id'),
      To: nameOf('recipient_id'),
      Subject: 't.subject',
      Text: 't.content',
      Read: 't.read_at',
      'Reply to': 't.parent_message_id',
    },
  },
  {
    name: 'announcements',
    from: 'announcements t',
    order: 't.id',
    columns: {
      ID: 't.id',
      Created: 't.created_at',
      By: nameOf('created_by'),
      Title: 't.title',
      Text: 't.content',
      Type: 't.type',
      Priority: 't.priority',
      Scheduled: 't.scheduled_date',
      Location: 't.location',
      Active: 't.is_active::text',
    },
  },
  {
    name: 'documents',
    from: `documents t left join stored_files f on f.business_id = ${BUSINESS} and f.id = t.file_id`,
    order: 't.id',
    columns: {
      ID: 't.id',
      'Client number': 't.client_id',
      Client: clientOf(),
      Name: 't.original_name',
      Description: 't.description',
      Type: 't.mime_type',
      Bytes: 't.file_size',
      'Uploaded by': nameOf('uploaded_by'),
      Uploaded: 't.created_at',
      'File in this archive': `'files/' || f.storage_key`,
    },
  },
  {
    name: 'resources',
    from: `business_resources t left join stored_files f on f.business_id = ${BUSINESS} and f.id = t.file_id`,
    order: 't.id',
    columns: {
      ID: 't.id',
      Title: 't.title',
      Description: 't.description',
      Category: 't.category',
      'Visible to': 't.access_level',
      Status: 't.status',
      Link: 't.link_url',
      'File in this archive': `'files/' || f.storage_key`,
      'Added by': nameOf('uploaded_by'),
      'Last updated': 't.updated_at',
    },
  },
  {
    name: 'external-ids',
    from: 'external_ids t',
    order: 't.kind collate "C", t.external_id collate "C"',
    columns: { 'Record type': 't.kind', 'External ID': 't.external_id', 'Record ID': 't.record_id' },
  },
  {
    name: 'audit-log',
    from: 'audit_log t',
    order: 't.seq',
    columns: {
      Number: 't.seq',
      Time: 't.created_at',
      By: nameOf('actor_id'),
      Object: 't.object',
      Action: 't.action',
      'Object ID': 't.object_id',
      Name: 't.object_label',
      Address: 't.ip',
      Record: 't.payload',
      Hash: `encode(t.hash, 'hex')`,
    },
  },
];

export const SHEET_NAMES = SHEETS.map(({ name }) => name);

/** The CSV file of a sheet in pieces. */
export async function* readSheet(
  tx: BusinessTransaction,
  businessId: number,
  name: string,
): AsyncGenerator<string> {
  const sheet = SHEETS.find((one) => one.name === name);
  if (!sheet) throw new Error(`There is no sheet ${name}`);
  yield `${BYTE_ORDER_MARK}${toCsvLines([Object.keys(sheet.columns)])}`;
  const cells = Object.values(sheet.columns).join(', ');
  const statement = `select json_build_array(${cells})::text as line from ${sheet.from}
    where t.business_id = ${BUSINESS} order by ${sheet.order}`;
  const ofBusiness = statement.replaceAll(BUSINESS, String(businessId));
  for await (const lines of readRecords(tx, ofBusiness)) yield toCsvLines(lines.map(toCells));
}

const toCells = (line: string): Cell[] => (JSON.parse(line) as (Cell | null)[]).map((cell) => cell ?? '');
