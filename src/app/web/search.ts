/** What may stand behind the question mark, screen by screen. By hand: zod has no place in the first load. */
import type { PlanType } from '#features/businesses/contract.ts';
import type { NoteCategory, NoteStatus } from '#features/notes/contract.ts';
import { isDay } from '#platform/contract/days.ts';

/** Reads the address's query: every value is text, of a repeated key the last counts. */
export const parseSearch = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search));

/** Writes the query; what is undefined or empty is left out. */
export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return text ? `?${text}` : '';
}

type Raw = Record<string, unknown>;

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= 200 ? value : undefined;

function rowId(value: unknown): number | undefined {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

const oneOf =
  <const Value extends string>(...values: Value[]) =>
  (value: unknown): Value | undefined =>
    values.find((one) => one === value);

const day = (value: unknown): string | undefined =>
  typeof value === 'string' && isDay(value) ? value : undefined;

const noteStatus = oneOf<NoteStatus>('pending', 'in-review', 'in-progress', 'resolved', 'denied');
const noteCategory = oneOf<NoteCategory>('transitional', 'sustaining');
const add = oneOf('add');

/** Every value may be missing, so that links name only what they mean. */
const optional = <Search extends object>(search: Search): Partial<Search> => search;

/** Filters of a list of notes, its page (and the place of its first row), and the note that is open over it. */
function noteList(raw: Raw) {
  return {
    status: noteStatus(raw['status']),
    category: noteCategory(raw['category']),
    cursor: text(raw['cursor']),
    from: rowId(raw['from']),
    note: rowId(raw['note']),
  };
}

export const myNotesSearch = (raw: Raw) => optional(noteList(raw));

/** `view=resources` shows what the business shares, `shown` which of it, `resource` opens one. */
export const managementSearch = (raw: Raw) =>
  optional({
    ...noteList(raw),
    clientId: rowId(raw['clientId']),
    authorId: rowId(raw['authorId']),
    action: add(raw['action']),
    view: oneOf('resources')(raw['view']),
    shown: oneOf('inactive', 'archived', 'any')(raw['shown']),
    resource: rowId(raw['resource']),
  });

/** `draft` loads a draft, `note` an own note to submit anew. */
export const submitSearch = (raw: Raw) => optional({ draft: rowId(raw['draft']), note: rowId(raw['note']) });

const clientStatus = oneOf('active', 'inactive');

/** `client` opens that client's details, with `view=manage` its Manage dialog, with `view=documents` its documents; `q` and `status` filter the grid. */
export const clientsSearch = (raw: Raw) =>
  optional({
    action: add(raw['action']),
    client: rowId(raw['client']),
    view: oneOf('manage', 'documents')(raw['view']),
    q: text(raw['q']),
    status: clientStatus(raw['status']),
  });

/** What is searched for, with its page and the note that is open over it. `show=all` is a search for everything. */
export const searchNotesSearch = (raw: Raw) =>
  optional({
    ...noteList(raw),
    q: text(raw['q']),
    dateFrom: day(raw['dateFrom']),
    dateTo: day(raw['dateTo']),
    show: oneOf('all')(raw['show']),
  });

/** Filters of the audit log and its page (and the place of its first row). */
export const auditSearch = (raw: Raw) =>
  optional({
    actor: rowId(raw['actor']),
    object: text(raw['object']),
    objectId: rowId(raw['objectId']),
    dateFrom: day(raw['dateFrom']),
    dateTo: day(raw['dateTo']),
    cursor: text(raw['cursor']),
    from: rowId(raw['from']),
  });

export const registerAdminSearch = (raw: Raw) =>
  optional({
    businessId: rowId(raw['businessId']),
    claim: text(raw['claim']),
  });

export const resetPasswordSearch = (raw: Raw) => optional({ token: text(raw['token']) });

/** `tab` is the box, `message` the one that is open, `to` begins a message to that person. */
export const mailSearch = (raw: Raw) =>
  optional({ tab: oneOf('sent')(raw['tab']), message: rowId(raw['message']), to: rowId(raw['to']) });

/** `week` is any day of the week that is shown, `person` opens that person's entries. */
export const payrollSearch = (raw: Raw) => optional({ week: day(raw['week']), person: rowId(raw['person']) });

/** `action=add` opens the Add Employee dialog. */
export const employeesSearch = (raw: Raw) => optional({ action: add(raw['action']) });

const planType = oneOf<PlanType>('premium', 'professional');

/** `payment-method=update` opens the form of another test card. */
export const subscriptionSearch = (raw: Raw) =>
  optional({ 'payment-method': oneOf('update')(raw['payment-method']) });

/** `redirect_status` is the payment provider's word; `businessId` brings a reload back to the same business. */
export const paymentSuccessSearch = (raw: Raw) =>
  optional({ businessId: rowId(raw['businessId']), redirect_status: text(raw['redirect_status']) });

export const registerSearch = (raw: Raw) => optional({ plan: planType(raw['plan']) });
