/** Texts of a statement in the client's language: plain words, formal Spanish. */

import type { Occurrence } from '#platform/contract/zone.ts';
import type { PdfLanguage } from '#platform/server/pdfDocument.ts';
import type { Language } from '#features/clients/contract.ts';
import type { NoteStatus } from '#features/notes/contract.ts';

export interface StatementTexts {
  /** Of dates, times and numbers. */
  locale: PdfLanguage;
  title: string;
  from: string;
  client: string;
  period: string;
  days: (first: string, last: string) => string;
  unit: string;
  unitHint: string;
  visits: string;
  noVisits: string;
  date: string;
  time: string;
  /** Hours that clocks show twice. */
  occurrences: Record<Occurrence, string>;
  service: string;
  employee: string;
  units: string;
  status: string;
  statuses: Record<Exclude<NoteStatus, 'denied'>, string>;
  disputed: string;
  total: string;
  balances: string;
  account: string;
  general: string;
  expired: (day: string) => string;
  unused: (units: string) => string;
  unusedChanged: (before: string, after: string) => string;
  opening: string;
  added: string;
  used: string;
  closing: string;
  balanceHint: string;
  fileName: string;
}

const en: StatementTexts = {
  locale: 'en-US',
  title: 'Statement of units',
  from: 'From',
  client: 'For',
  period: 'Period',
  days: (first, last) => `${first} to ${last}`,
  unit: 'Unit',
  unitHint: '15 minutes',
  visits: 'Visits',
  noVisits: 'There were no visits in this period.',
  date: 'Date',
  time: 'Time',
  occurrences: { first: '(before the clocks change)', second: '(after the clocks change)' },
  service: 'Service',
  employee: 'Employee',
  units: 'Units',
  status: 'Status',
  statuses: {
    pending: 'Not approved yet',
    'in-review': 'In review',
    'in-progress': 'Being corrected',
    resolved: 'Approved',
  },
  disputed: 'You reported a problem',
  total: 'Units used in these visits',
  balances: 'Balance of units',
  account: 'Account',
  general: 'General units',
  expired: (day) => `Expired on ${day}`,
  unused: (units) => `Unused units: ${units}`,
  unusedChanged: (before, after) => `Unused units: ${before} before, ${after} after`,
  opening: 'Before',
  added: 'Added',
  used: 'Used',
  closing: 'After',
  balanceHint:
    'The balance changes on the day the visit is recorded. That day can be after the visit. We return units for visits we correct or do not accept.',
  fileName: 'statement',
};

const es: StatementTexts = {
  locale: 'es-US',
  title: 'Estado de cuenta de unidades',
  from: 'De',
  client: 'Para',
  period: 'Período',
  days: (first, last) => `del ${first} al ${last}`,
  unit: 'Unidad',
  unitHint: '15 minutos',
  visits: 'Visitas',
  noVisits: 'No hubo visitas en este período.',
  date: 'Fecha',
  time: 'Horario',
  occurrences: { first: '(antes del cambio de hora)', second: '(después del cambio de hora)' },
  service: 'Servicio',
  employee: 'Atendido por',
  units: 'Unidades',
  status: 'Estado',
  statuses: {
    pending: 'Pendiente de aprobación',
    'in-review': 'En revisión',
    'in-progress': 'En corrección',
    resolved: 'Aprobada',
  },
  disputed: 'Usted reportó un problema',
  total: 'Unidades usadas en estas visitas',
  balances: 'Saldo de unidades',
  account: 'Cuenta',
  general: 'Unidades generales',
  expired: (day) => `Venció el ${day}`,
  unused: (units) => `Unidades sin usar: ${units}`,
  unusedChanged: (before, after) => `Unidades sin usar: ${before} al inicio, ${after} al final`,
  opening: 'Saldo inicial',
  added: 'Agregadas',
  used: 'Usadas',
  closing: 'Saldo final',
  balanceHint:
    'El saldo cambia el día en que se registra la visita. Ese día puede ser posterior a la visita. Si una visita se corrige o no se acepta, devolvemos las unidades.',
  fileName: 'estado-de-cuenta',
};

export const statementTexts: Record<Language, StatementTexts> = { en, es };
