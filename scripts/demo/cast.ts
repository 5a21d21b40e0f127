/** The people and clients of the demonstration agency. All are invented. */
import type { Role } from '#platform/contract/role.ts';

export const AGENCY = {
  name: 'Harbor Street Housing Support',
  email: 'office@harborstreet.example',
  phone: '(612) 555-0140',
  address: '218 Harbor Street, Minneapolis, MN 55401',
  timeZone: 'America/Chicago',
};

/** Everyone in the demonstration signs in with this. */
export const DEMO_PASSWORD = 'harbor-street';

export interface DemoPerson {
  username: string;
  firstName: string;
  lastName: string;
  role: Role;
  position: string;
  department: string;
  /** Notes a week, roughly. */
  pace: number;
}

export const PEOPLE: DemoPerson[] = [
  person('ruth.okafor', 'Ruth Okafor', 'admin', 'Owner', 'Office', 0),
  person('daniel.weiss', 'Daniel Weiss', 'manager', 'Program manager', 'Office', 1),
  person('maya.lindgren', 'Maya Lindgren', 'employee', 'Housing specialist', 'Transition', 7),
  person('tomas.ibarra', 'Tomás Ibarra', 'employee', 'Housing specialist', 'Transition', 6),
  person('grace.nyambura', 'Grace Nyambura', 'employee', 'Support worker', 'Sustaining', 8),
  person('peter.halvorsen', 'Peter Halvorsen', 'employee', 'Support worker', 'Sustaining', 6),
  person('aisha.rahman', 'Aisha Rahman', 'employee', 'Support worker', 'Sustaining', 5),
  person('leo.castellan', 'Leo Castellan', 'employee', 'Night support', 'Sustaining', 4),
];

type Facts = [username: string, name: string, role: Role, position: string, department: string, pace: number];

function person(...[username, name, role, position, department, pace]: Facts): DemoPerson {
  const [firstName = '', lastName = ''] = name.split(' ');
  return { username, firstName, lastName, role, position, department, pace };
}

export interface DemoClient {
  companyName: string;
  contactName: string;
  phone: string;
  address: string;
  totalTimeUnits: number;
  signatureCode: string | null;
  /** Usernames of those assigned; the first is the primary one. */
  team: string[];
  service: string;
}

const STREETS = [
  'Aldrich Ave',
  'Bryant Ave',
  'Cedar Ave',
  'Elliot Ave',
  'Lyndale Ave',
  'Park Ave',
  'Pleasant Ave',
];

const NAMES = [
  'Harold Brandt',
  'Lucille Mercer',
  'Abdi Warsame',
  'Rosalind Pike',
  'Everett Stone',
  'Marguerite Dubois',
  'Samuel Okoro',
  'Ingrid Solberg',
  'Walter Kowalski',
  'Josefina Morales',
  'Clyde Whitaker',
  'Nadia Petrova',
  'Bernard Osei',
  'Dolores Quinn',
  'Vang Xiong',
  'Irene Castleton',
  'Franklin Moss',
  'Amina Yusuf',
  'Theodore Ames',
  'Pilar Navarro',
  'Otis Granger',
  'Hanna Becker',
  'Raymond Tully',
  'Sofia Lindqvist',
  'Gilbert Hayes',
];

const FIELD_TEAM = PEOPLE.filter((one) => one.role === 'employee').map((one) => one.username);
const BLOCKS = [240, 320, 160, 480, 96, 200];

export const CLIENTS: DemoClient[] = NAMES.map((contactName, index) => ({
  companyName: `HS-${1001 + index * 7}`,
  contactName,
  phone: `(612) 555-0${String(200 + index * 3).padStart(3, '0')}`,
  address: `${2100 + index * 37} ${STREETS[index % STREETS.length]}, Minneapolis, MN`,
  totalTimeUnits: BLOCKS[index % BLOCKS.length] ?? 240,
  // One client has no code yet, so that the screen for it can be seen.
  signatureCode: index === 24 ? null : String(4102 + index * 311).padStart(6, '7'),
  team: [FIELD_TEAM[index % FIELD_TEAM.length] ?? '', FIELD_TEAM[(index + 2) % FIELD_TEAM.length] ?? ''],
  service: index % 2 === 0 ? 'Housing sustaining' : 'Housing transition',
}));
