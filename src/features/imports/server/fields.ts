/** The fields of each kind of import, and how the texts of cells become their values. */
import { isDay } from '#platform/contract/days.ts';
import {
  decimalsMessage,
  hasDecimals,
  decimalsLabel,
  withoutNoise,
} from '#platform/contract/decimalFields.ts';
import { ROLES } from '#platform/contract/role.ts';
import {
  assignmentRoleLabels,
  authorizationStatusLabels,
  clientStatusLabels,
  languageLabels,
} from '#features/clients/rules.ts';
import { roleLabel } from '#features/people/rules.ts';
import { RATE_DECIMALS } from '#features/services/rateContract.ts';
import { authorizationRuleLabels, roundingLabels } from '#features/services/rules.ts';
import type { ImportKind } from '#features/imports/contract.ts';
import type { ImportColumn } from './tables.ts';

export interface ImportField {
  /** Its name in the API of the records. */
  name: string;
  /** The name of its column in the template. */
  label: string;
  required?: true;
  type?: 'date' | 'number';
  /** Of a number; two if left out. */
  decimals?: number;
  /** The most characters; the schema of the record has its own limits. */
  max?: number;
  /** The accepted values with their labels, which are accepted as well. */
  values?: Readonly<Record<string, string>>;
  /** Other usual names of the column. */
  aliases?: readonly string[];
  hint?: string;
}

const roleLabels = Object.fromEntries(ROLES.map((role) => [role, roleLabel(role)]));

const EXTERNAL_ID: ImportField = {
  name: 'externalId',
  label: 'External ID',
  max: 200,
  aliases: ['id', 'number', 'key'],
  hint: 'The key of your other system. A row with a key that was imported before is not added again.',
};
const CLIENT: ImportField = {
  name: 'client',
  label: 'Client',
  required: true,
  aliases: ['client id', 'client name', 'company name', 'client external id'],
  hint: 'Client ID or external ID',
};
const SERVICE: ImportField = {
  name: 'service',
  label: 'Service',
  required: true,
  aliases: ['category', 'service name', 'service code', 'procedure code'],
  hint: 'Name, code or external ID of the service',
};

const UNIT_RATE: ImportField = {
  name: 'unitRate',
  label: 'Rate per unit',
  type: 'number',
  decimals: RATE_DECIMALS,
  aliases: ['rate', 'unit rate', 'price'],
};

export const importFields: Record<ImportKind, readonly ImportField[]> = {
  people: [
    EXTERNAL_ID,
    { name: 'username', label: 'Username', required: true, aliases: ['user', 'login', 'user name'] },
    { name: 'firstName', label: 'First name', required: true, aliases: ['given name', 'first'] },
    { name: 'lastName', label: 'Last name', required: true, aliases: ['family name', 'surname', 'last'] },
    { name: 'email', label: 'Email', aliases: ['email address', 'e-mail', 'mail'] },
    { name: 'phone', label: 'Phone', aliases: ['phone number', 'telephone', 'mobile', 'cell'] },
    { name: 'position', label: 'Position', aliases: ['title', 'job title'] },
    { name: 'department', label: 'Department' },
    { name: 'role', label: 'Role', values: roleLabels, hint: 'Employee (if blank), Manager or Admin' },
  ],
  clients: [
    EXTERNAL_ID,
    {
      name: 'companyName',
      label: 'Client ID',
      required: true,
      aliases: ['client', 'client name', 'company', 'company name'],
    },
    { name: 'contactName', label: 'Contact name', required: true, aliases: ['contact', 'name', 'full name'] },
    { name: 'email', label: 'Email', aliases: ['email address', 'e-mail', 'mail'] },
    { name: 'phone', label: 'Phone', aliases: ['phone number', 'telephone'] },
    { name: 'address', label: 'Address' },
    {
      name: 'signatureCode',
      label: 'Signature code',
      aliases: ['code', 'pin', 'signing code'],
      hint: 'Entered by the client to sign. 4 to 20 characters.',
    },
    {
      name: 'totalTimeUnits',
      label: 'Units',
      type: 'number',
      aliases: ['total units', 'time units', 'units bought', 'purchased units'],
      hint: 'Units of 15 minutes that the client bought',
    },
    {
      name: 'unitRate',
      label: 'Rate per unit',
      type: 'number',
      aliases: ['rate', 'unit rate', 'price'],
      hint: "Leave blank to use the service's rate",
    },
    { name: 'status', label: 'Status', values: clientStatusLabels, hint: 'Active (if blank) or Inactive' },
    { name: 'language', label: 'Language', values: languageLabels, hint: 'English (if blank) or Spanish' },
    { name: 'intakeInformation', label: 'Intake information', aliases: ['intake', 'notes'] },
  ],
  services: [
    EXTERNAL_ID,
    { name: 'name', label: 'Name', required: true, aliases: ['service', 'service name'] },
    { name: 'key', label: 'Key', hint: 'Lowercase letters, digits and hyphens; made from the name if blank' },
    { name: 'code', label: 'Code', aliases: ['service code', 'procedure code', 'hcpcs', 'billing code'] },
    { name: 'modifiers', label: 'Modifiers', aliases: ['modifier'] },
    { name: 'description', label: 'Description' },
    UNIT_RATE,
    {
      name: 'rounding',
      label: 'Rounding',
      values: roundingLabels,
      aliases: ['rounding rule'],
      hint: `${Object.values(roundingLabels).join(', ')}; the first if blank`,
    },
    {
      name: 'authorizationRequired',
      label: 'Authorization required',
      values: authorizationRuleLabels,
      aliases: ['authorization'],
      hint: `${Object.values(authorizationRuleLabels).join(', ')}; the first if blank`,
    },
  ],
  authorizations: [
    EXTERNAL_ID,
    CLIENT,
    SERVICE,
    { name: 'startDate', label: 'Start date', type: 'date', aliases: ['start', 'from', 'first day'] },
    {
      name: 'expiryDate',
      label: 'Expiry date',
      type: 'date',
      aliases: ['end', 'end date', 'to', 'expires', 'last day'],
    },
    {
      name: 'unitsAuthorized',
      label: 'Units authorized',
      type: 'number',
      aliases: ['units', 'authorized units', 'total units'],
    },
    { name: 'unitsPerWeek', label: 'Units per week', type: 'number', aliases: ['weekly units'] },
    { name: 'unitsPerMonth', label: 'Units per month', type: 'number', aliases: ['monthly units'] },
    { name: 'payer', label: 'Payer', aliases: ['payer name', 'insurance'] },
    {
      name: 'payerClientId',
      label: 'Client ID at the payer',
      aliases: ['payer client id', 'member id', 'medicaid id'],
    },
    {
      name: 'reference',
      label: 'Authorization number',
      aliases: ['reference', 'authorization', 'auth number'],
    },
    UNIT_RATE,
    {
      name: 'status',
      label: 'Status',
      values: authorizationStatusLabels,
      hint: 'Approved (if blank), Pending, Suspended or Expired',
    },
    { name: 'notes', label: 'Notes' },
  ],
  assignments: [
    CLIENT,
    {
      name: 'employee',
      label: 'Employee',
      required: true,
      aliases: ['username', 'employee id', 'user', 'worker', 'email'],
      hint: 'Username, email or external ID',
    },
    { name: 'role', label: 'Role', hint: `For example ${Object.keys(assignmentRoleLabels).join(', ')}` },
    { name: 'notes', label: 'Notes' },
  ],
};

/** The value of a cell, or what is wrong with it. */
type ParsedCell = { value: string } | { message: string };

/** An error of a spreadsheet program, or what it shows for a value that is too wide for its column. */
const SPREADSHEET_ERROR = /^(?:#N\/[AD]|#[¡¿]?[\p{Lu}_]+(?:\/0)?[!?]|#GETTING_DATA|#{3,}|Err:\d{3})$/u;

/** Parses the text of a cell, which is not blank. @param delimiter of a CSV file; null for other files */
export function parseCell(
  { type, decimals = 2, values, max }: ImportField,
  text: string,
  delimiter: string | null,
): ParsedCell {
  if (text.includes('\0')) return { message: 'Contains an invalid character. Retype the value.' };
  if (text.startsWith('=')) return { message: 'Formulas are not accepted. Enter the value instead.' };
  if (SPREADSHEET_ERROR.test(text))
    return { message: `${text} is a spreadsheet error. Enter the value, or clear the cell.` };
  if (max !== undefined && text.length > max) return { message: `At most ${max} characters` };
  if (type === 'date') return parseDate(text);
  if (type === 'number') return parseNumber(text, decimals, delimiter);
  if (!values) return { value: text.toWellFormed() };
  const match = Object.entries(values).find((names) =>
    names.some((name) => normalize(name) === normalize(text)),
  );
  return match ? { value: match[0] } : { message: `Use one of: ${Object.values(values).join(', ')}` };
}

/** Commas between thousands only: 0,125 is a decimal comma. */
const THOUSANDS = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/;
/** Programs that write semicolons use decimal commas: 1,250 is 1.25 there, and 1.250 is 1250. */
const AMBIGUOUS_WITH_SEMICOLONS = /,|\.\d{3}$/;

/** Accepts $1,234.50; what is no number is left to the schema of the record. */
function parseNumber(text: string, decimals: number, delimiter: string | null): ParsedCell {
  const number = text.replace(/^\$\s*/, '');
  const isAmbiguous =
    delimiter === ';'
      ? AMBIGUOUS_WITH_SEMICOLONS.test(number)
      : number.includes(',') && !THOUSANDS.test(number);
  if (isAmbiguous)
    return {
      message: `Enter the number like 1234.50, without commas and with at most ${decimalsLabel(decimals)}`,
    };
  const value = withoutNoise(number.replaceAll(',', ''));
  // What is no number is left to the schema.
  return Number.isNaN(Number(value)) || hasDecimals(value, decimals)
    ? { value }
    : { message: decimalsMessage(decimals) };
}

const US_DATE = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/;

/** Accepts 2026-03-31, with or without a time of midnight, and 3/31/2026. */
function parseDate(text: string): ParsedCell {
  const [, month = '', day = '', year = ''] = US_DATE.exec(text) ?? [];
  const value = year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text;
  if (isDay(value)) return { value };
  const example = 'Enter a date such as 2026-03-31 or 3/31/2026';
  const isNumber = /^\d+(\.\d+)?$/.test(text);
  return { message: isNumber ? `${text} is a number. ${example}, or format the column as dates.` : example };
}

const normalize = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The columns of a file, with the field that each fills by its name. Each field is filled once. */
export function matchColumns(kind: ImportKind, header: readonly string[]): ImportColumn[] {
  const fieldOf = new Map<string, string>();
  // Names before aliases, so that an alias takes no column from the field that has its name.
  for (const namesOf of [
    ({ name, label }: ImportField) => [name, label],
    ({ aliases = [] }: ImportField) => [...aliases],
  ]) {
    for (const column of header.filter((name) => !fieldOf.has(name))) {
      const used = new Set(fieldOf.values());
      const field = importFields[kind].find(
        (one) => !used.has(one.name) && namesOf(one).some((name) => normalize(name) === normalize(column)),
      );
      if (field) fieldOf.set(column, field.name);
    }
  }
  return header.map((name) => ({ name, field: fieldOf.get(name) ?? null }));
}
