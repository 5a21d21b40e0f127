/** The fields of each kind of import, and which columns fill them. */

import { ROLES } from '#platform/contract/role.ts';
import {
  assignmentRoleLabels,
  assignmentStatusLabels,
  authorizationStatusLabels,
  clientStatusLabels,
  languageLabels,
} from '#features/clients/rules.ts';
import type { ImportKind } from '#features/imports/contract.ts';
import { personStatusLabels, roleLabel } from '#features/people/rules.ts';
import { RATES_TEXT } from '#features/services/ratesTextRules.ts';
import { authorizationRuleLabels, roundingLabels } from '#features/services/rules.ts';
import type { ImportColumn } from './tables.ts';

export interface ImportField {
  /** Its name in the API of the records. */
  name: string;
  /** The name of its column in the template. */
  label: string;
  required?: true;
  /** Units are numbers, into which hours are converted; each character of an identifier counts. Else a text. */
  type?: 'date' | 'number' | 'units' | 'rates' | 'identifier';
  /** The most characters; the schema of the record has its own limits. */
  max?: number;
  /** The accepted values with their labels, which are accepted as well. */
  values?: Readonly<Record<string, string>>;
  /** Other texts for these values. */
  synonyms?: Readonly<Record<string, readonly string[]>>;
  /** Other usual names of the column. */
  aliases?: readonly string[];
  hint?: string;
}

const roleLabels = Object.fromEntries(ROLES.map((role) => [role, roleLabel(role)]));

/** The texts that spreadsheets write for a check mark, in several languages. */
const YES = [
  'yes',
  'true',
  'y',
  'sí',
  'verdadero',
  'ja',
  'wahr',
  'oui',
  'vrai',
  'vero',
  'sim',
  'verdadeiro',
  'waar',
];
const NO = ['false', 'n', 'falso', 'nein', 'falsch', 'non', 'faux', 'não', 'nee', 'onwaar'];

const EXTERNAL_ID: ImportField = {
  name: 'externalId',
  label: 'External ID',
  type: 'identifier',
  max: 200,
  aliases: ['id', 'number', 'key'],
  hint: 'The key of your other system. A row with a key that was imported before is not added again.',
};
const CLIENT: ImportField = {
  name: 'client',
  label: 'Client',
  type: 'identifier',
  required: true,
  aliases: ['client id', 'client name', 'company name', 'client external id'],
  hint: 'Client ID or external ID',
};
const SERVICE: ImportField = {
  name: 'service',
  label: 'Service',
  type: 'identifier',
  required: true,
  aliases: ['category', 'service name', 'service code', 'procedure code'],
  hint: 'Name, code or external ID of the service',
};

const UNIT_RATE: ImportField = {
  name: 'unitRate',
  label: 'Rate per unit',
  type: 'rates',
  aliases: ['rate', 'unit rate', 'price'],
  hint: `One rate, or each rate with its first day: ${RATES_TEXT}`,
};

export const importFields: Record<ImportKind, readonly ImportField[]> = {
  people: [
    EXTERNAL_ID,
    {
      name: 'username',
      label: 'Username',
      type: 'identifier',
      required: true,
      aliases: ['user', 'login', 'user name'],
    },
    { name: 'firstName', label: 'First name', required: true, aliases: ['given name', 'first'] },
    { name: 'lastName', label: 'Last name', required: true, aliases: ['family name', 'surname', 'last'] },
    { name: 'email', label: 'Email', aliases: ['email address', 'e-mail', 'mail'] },
    {
      name: 'phone',
      label: 'Phone',
      type: 'identifier',
      aliases: ['phone number', 'telephone', 'mobile', 'cell'],
    },
    { name: 'position', label: 'Position', aliases: ['title', 'job title'] },
    { name: 'department', label: 'Department' },
    { name: 'role', label: 'Role', values: roleLabels, hint: 'Employee (if blank), Manager or Admin' },
    {
      name: 'status',
      label: 'Status',
      values: personStatusLabels,
      hint: 'Active (if blank), On leave or Inactive',
    },
    { name: 'address', label: 'Address' },
  ],
  clients: [
    EXTERNAL_ID,
    {
      name: 'companyName',
      label: 'Client ID',
      type: 'identifier',
      required: true,
      aliases: ['client', 'client name', 'company', 'company name'],
    },
    { name: 'contactName', label: 'Contact name', required: true, aliases: ['contact', 'name', 'full name'] },
    { name: 'email', label: 'Email', aliases: ['email address', 'e-mail', 'mail'] },
    { name: 'phone', label: 'Phone', type: 'identifier', aliases: ['phone number', 'telephone'] },
    { name: 'address', label: 'Address' },
    {
      name: 'signatureCode',
      label: 'Signature code',
      type: 'identifier',
      aliases: ['code', 'pin', 'signing code'],
      hint: 'Entered by the client to sign. 4 to 20 characters.',
    },
    {
      name: 'totalTimeUnits',
      label: 'Units',
      type: 'units',
      aliases: ['general units', 'total units', 'time units', 'units bought', 'purchased units'],
      hint: '15-minute units the client bought',
    },
    {
      name: 'unitRate',
      label: 'Rate per unit',
      type: 'number',
      aliases: ['rate', 'unit rate', 'price'],
      hint: 'Applies to visits whose authorization and service have no rate',
    },
    { name: 'status', label: 'Status', values: clientStatusLabels, hint: 'Active (if blank) or Inactive' },
    { name: 'language', label: 'Language', values: languageLabels, hint: 'English (if blank) or Spanish' },
    { name: 'intakeInformation', label: 'Intake information', aliases: ['intake', 'notes'] },
  ],
  services: [
    EXTERNAL_ID,
    { name: 'name', label: 'Name', required: true, aliases: ['service', 'service name'] },
    {
      name: 'key',
      label: 'Key',
      type: 'identifier',
      hint: 'Lowercase letters, digits and hyphens; made from the name if blank',
    },
    {
      name: 'code',
      label: 'Code',
      type: 'identifier',
      aliases: ['service code', 'procedure code', 'hcpcs', 'billing code'],
    },
    { name: 'modifiers', label: 'Modifiers', type: 'identifier', aliases: ['modifier'] },
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
      synonyms: { block: YES, no: NO },
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
      type: 'units',
      aliases: ['units', 'authorized units', 'total units'],
    },
    { name: 'unitsPerWeek', label: 'Units per week', type: 'units', aliases: ['weekly units'] },
    { name: 'unitsPerMonth', label: 'Units per month', type: 'units', aliases: ['monthly units'] },
    { name: 'payer', label: 'Payer', aliases: ['payer name', 'insurance'] },
    {
      name: 'payerClientId',
      label: 'Client ID at the payer',
      type: 'identifier',
      aliases: ['payer client id', 'member id', 'medicaid id'],
    },
    {
      name: 'reference',
      label: 'Authorization number',
      type: 'identifier',
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
      type: 'identifier',
      required: true,
      aliases: ['username', 'employee id', 'user', 'worker', 'email'],
      hint: 'Username, email or external ID',
    },
    {
      name: 'status',
      label: 'Status',
      values: assignmentStatusLabels,
      hint: 'Active (if blank) or Inactive',
    },
    { name: 'role', label: 'Role', hint: `For example ${Object.keys(assignmentRoleLabels).join(', ')}` },
    { name: 'notes', label: 'Notes' },
  ],
};

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

/** The value of a field that a text names: itself, its label or a synonym; undefined for another text. */
export const findValue = ({ values = {}, synonyms = {} }: ImportField, text: string): string | undefined =>
  Object.entries(values).find(([value, label]) =>
    [value, label, ...(synonyms[value] ?? [])].some((name) => normalize(name) === normalize(text)),
  )?.[0];
