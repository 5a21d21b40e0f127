/** The people and clients of the demo agency. All are invented. */

import type { Role } from '#platform/contract/role.ts';
import type { RoundingRule } from '#features/services/contract.ts';

export const AGENCY = {
  businessName: 'Harbor Street Housing Support',
  businessEmail: 'office@harborstreet.example',
  businessPhone: '(612) 555-0140',
  businessAddress: '218 Harbor Street, Minneapolis, MN 55401',
  timeZone: 'America/Chicago',
};

/** Codes and rules of the services that every business starts with, by key. */
export const SERVICE_RULES: Record<string, { code: string; rounding: RoundingRule }> = {
  transitional: { code: 'H2016', rounding: 'up' },
  sustaining: { code: 'H2015', rounding: 'nearest' },
};
export const RESPITE_CARE = {
  name: 'Respite care',
  code: 'T1005',
  description: 'Short-term care that gives family caregivers a break',
  rounding: 'complete',
};

/** The password of everyone in the demo. */
export const DEMO_PASSWORD = 'harbor-street';

/** Owner of a second business, which has no data and no subscription. */
export const NEWCOMER = 'nora.field';
/** Owner of a third business, which pays with a test card. */
export const SUBSCRIBER = 'sam.porter';

export interface DemoPerson {
  username: string;
  firstName: string;
  lastName: string;
  role: Role;
  position: string;
  department: string;
  /** Notes per week, roughly. */
  pace: number;
}

type Fields = [name: string, role: Role, position: string, department: string, pace: number];

const ROSTER: Fields[] = [
  ['Ruth Okafor', 'admin', 'Owner', 'Office', 0],
  ['Daniel Weiss', 'manager', 'Program manager', 'Office', 1],
  ['Maya Lindgren', 'employee', 'Housing specialist', 'Transition', 7],
  ['Tomás Ibarra', 'employee', 'Housing specialist', 'Transition', 6],
  ['Grace Nyambura', 'employee', 'Support worker', 'Sustaining', 8],
  ['Peter Halvorsen', 'employee', 'Support worker', 'Sustaining', 6],
  ['Aisha Rahman', 'employee', 'Support worker', 'Sustaining', 5],
  ['Leo Castellan', 'employee', 'Night support', 'Sustaining', 4],
];

export const PEOPLE: DemoPerson[] = ROSTER.map(([name, role, position, department, pace]) => {
  const [firstName = '', lastName = ''] = name.split(' ');
  const username = `${firstName}.${lastName}`.toLowerCase().replace('á', 'a');
  return { username, firstName, lastName, role, position, department, pace };
});

export interface DemoClient {
  companyName: string;
  contactName: string;
  phone: string;
  address: string;
  totalTimeUnits: number;
  signatureCode: string | null;
  /** Usernames of the assigned employees, the primary one first. */
  team: string[];
  service: string;
}

const STREETS = ['Aldrich', 'Bryant', 'Cedar', 'Elliot', 'Lyndale', 'Park', 'Pleasant'];
const NAMES =
  'Harold Brandt, Lucille Mercer, Abdi Warsame, Rosalind Pike, Everett Stone, Marguerite Dubois, Samuel Okoro, Ingrid Solberg, Walter Kowalski, Josefina Morales, Clyde Whitaker, Nadia Petrova, Bernard Osei, Dolores Quinn, Vang Xiong, Irene Castleton, Franklin Moss, Amina Yusuf, Theodore Ames, Pilar Navarro, Otis Granger, Hanna Becker, Raymond Tully, Sofia Lindqvist, Gilbert Hayes';
const FIELD_TEAM = PEOPLE.filter(({ role }) => role === 'employee').map(({ username }) => username);
const BLOCKS = [240, 320, 160, 480, 96, 200];

export const CLIENTS: DemoClient[] = NAMES.split(', ').map((contactName, index) => ({
  companyName: `HS-${1001 + index * 7}`,
  contactName,
  phone: `(612) 555-0${200 + index * 3}`,
  address: `${2100 + index * 37} ${STREETS[index % STREETS.length]} Ave, Minneapolis, MN`,
  totalTimeUnits: BLOCKS[index % BLOCKS.length] ?? 240,
  // One client has no code yet, to show the screen for it.
  signatureCode: index === 24 ? null : String(4102 + index * 311).padStart(6, '7'),
  team: [FIELD_TEAM[index % FIELD_TEAM.length] ?? '', FIELD_TEAM[(index + 2) % FIELD_TEAM.length] ?? ''],
  service: index % 2 === 0 ? 'Housing sustaining' : 'Housing transition',
}));
