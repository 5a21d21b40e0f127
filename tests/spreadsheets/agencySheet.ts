/** The authorizations that every program writes into its file (generate.mjs). */

export const HEADER = [
  'External ID',
  'Client',
  'Service',
  'Start date',
  'Expiry date',
  'Units authorized',
  'Client ID at the payer',
  'Authorization number',
  'Notes',
] as const;

interface AgencyRow {
  id: string;
  client: string;
  service: string;
  start: string;
  expiry: string;
  units?: number;
  /** A duration instead of units. */
  hours?: number;
  /** A number with the format 0000000000. */
  payerId: number;
  /** A number with the format 00000. */
  number: number;
  notes: string;
}

export const agencySheet: AgencyRow[] = [
  {
    id: 'A-1',
    client: 'C-1',
    service: 'Bathing',
    start: '2026-03-01',
    expiry: '2026-12-31',
    units: 40.5,
    payerId: 12_345_678,
    number: 1234,
    notes: 'Miller & Co <Ltd>',
  },
  {
    id: 'A-2',
    client: 'C-1',
    service: 'Bathing',
    start: '2026-02-28',
    expiry: '2027-02-28',
    hours: 36.5,
    payerId: 1,
    number: 42,
    notes: 'two\nlines, “quoted”',
  },
  {
    id: 'A-3',
    client: 'C-1',
    service: 'Bathing',
    start: '2026-11-01',
    expiry: '2028-02-29',
    units: 1234,
    payerId: 9_876_543_210,
    number: 99_999,
    notes: 'José 李 עברית e\u0301',
  },
];
