/** What the office files: documents of clients, what it shares, services that end, and notes begun but not sent. */
import type { DemoUpload } from './caller.ts';
import { pdfOf, planPicture } from './pdfFiles.ts';
import { at } from './agency.ts';
import type { DemoAgency } from './agency.ts';

type Client = DemoAgency['clients'][number];

const CLIENT_FILES: ((client: Client) => DemoUpload)[] = [
  ({ contactName, companyName, address }) => ({
    name: `Housing plan ${companyName}.pdf`,
    type: 'application/pdf',
    bytes: pdfOf(`Housing plan for ${contactName}`, [
      `Client ID ${companyName}`,
      `Address: ${address}`,
      'Goals for the next six months:',
      '1. Rent and electricity paid on the first of the month, together at first, then alone.',
      '2. One shared grocery trip a week, with a list made from what is in the kitchen.',
      '3. The annual recertification handed in ten days before it is due.',
      'Reviewed with the client, who keeps a copy in the blue folder.',
    ]),
    fields: { description: 'Reviewed together in the first week' },
  }),
  ({ contactName, phone }) => ({
    name: 'Emergency contacts.txt',
    type: 'text/plain',
    bytes: Buffer.from(
      `${contactName}, ${phone}\nNeighbor on the same floor has the spare key.\nClinic: (612) 555-0190, weekdays 8 to 5\nOffice, night line: (612) 555-0149\n`,
    ),
    fields: { description: 'Who is called when no one opens' },
  }),
  () => ({
    name: 'Plan for the move-in sheet.png',
    type: 'image/png',
    bytes: planPicture(),
    fields: { description: 'Scratches on the wardrobe of the small bedroom are marked on the printed copy' },
  }),
];

/** The first weeks: papers of most clients, and services that are over, on hold or still asked for. */
export async function fileDay(agency: DemoAgency, days: readonly string[], index: number): Promise<void> {
  const day = days[index] ?? '';
  for (const [position, client] of agency.clients.entries()) {
    if (2 + (position % 5) !== index) continue;
    at(day, `1${position % 6}:20`);
    for (const createFile of CLIENT_FILES.slice(0, position % 4)) {
      await agency.caller.upload('daniel.weiss', `/api/clients/${client.id}/documents`, createFile(client));
    }
  }
  if (index === 25) await addServices(agency, days);
  for (const { on, time, share } of SHARED) {
    if (on !== index) continue;
    at(day, time);
    await share(agency);
  }
}

async function addServices({ caller, clients }: DemoAgency, days: readonly string[]): Promise<void> {
  at(days[25] ?? '', '16:10');
  const [first, second, third, fourth] = clients;
  const service = (client: Client | undefined, fields: object) =>
    caller.post('daniel.weiss', `/api/clients/${client?.id}/services`, fields);
  const expired = { status: 'expired', expiryDate: days[20], notes: 'Renewal was refused, see the letter.' };
  await service(first, { serviceName: 'Moving expenses', ...expired });
  await service(first, { serviceName: 'Energy assistance', expiryDate: days.at(-3) });
  await service(second, {
    serviceName: 'Night support',
    status: 'suspended',
    notes: 'In hospital, back in about six weeks.',
  });
  await service(third, {
    serviceName: 'Furniture fund',
    status: 'pending',
    serviceDescription: 'Bed and table',
  });
  await service(fourth, { serviceName: 'Housing transition', expiryDate: days.at(-10) });
}

const HANDBOOK = pdfOf('Handbook for home visits', [
  'Ring twice, wait, call. No one enters without the client.',
  'Write the note on the same day, together with the client where possible.',
  'The client signs for the time of the visit only; travel is not part of it.',
  'When something is broken: write the repair request together and keep the number.',
]);

const file = (name: string, bytes: Buffer, fields: Record<string, string>) => (agency: DemoAgency) =>
  agency.caller.upload('ruth.okafor', '/api/business-resources/upload', {
    name,
    type: 'application/pdf',
    bytes,
    fields,
  });

const link = (body: object) => (agency: DemoAgency) =>
  agency.caller.post('ruth.okafor', '/api/business-resources', body);

interface Shared {
  /** The working day, counted from the first. */
  on: number;
  time: string;
  share: (agency: DemoAgency) => Promise<unknown>;
}

/** What everyone, employees or managers find under Resources. */
const SHARED: readonly Shared[] = [
  {
    on: 3,
    time: '09:10',
    share: file('Handbook for home visits.pdf', HANDBOOK, {
      title: 'Handbook for home visits',
      description: 'What we do on arrival, with keys and with money',
      category: 'handbook',
      accessLevel: 'all',
    }),
  },
  {
    on: 9,
    time: '11:40',
    share: file(
      'Move-in sheet.pdf',
      pdfOf('Move-in sheet', ['Apartment:', 'Heating, windows, locks:', 'Smoke alarm:', 'Keys received:']),
      { title: 'Move-in sheet', category: 'form', accessLevel: 'employees' },
    ),
  },
  {
    on: 16,
    time: '15:05',
    share: file(
      'Pay rates and steps.pdf',
      pdfOf('Pay rates and steps', [
        'Steps are looked at each January.',
        'Nights are paid by the hour worked.',
      ]),
      { title: 'Pay rates and steps', category: 'policy', accessLevel: 'managers' },
    ),
  },
  {
    on: 30,
    time: '08:50',
    share: link({
      title: 'Rent limits of the county',
      description: 'New figures come out each October',
      category: 'procedure',
      accessLevel: 'all',
      fileUrl: 'https://county.example/housing/rent-limits',
    }),
  },
  {
    on: 44,
    time: '13:30',
    share: link({
      title: 'De-escalation: course in four parts',
      category: 'training',
      accessLevel: 'employees',
      fileUrl: 'https://training.example/de-escalation',
    }),
  },
];

/** Notes that someone began on the way and has not sent. */
export async function leaveDrafts({ caller, clients }: DemoAgency, days: readonly string[]): Promise<void> {
  at(days.at(-1) ?? '', '17:40');
  const of = (username: string, index: number) =>
    clients.filter(({ team }) => team.includes(username))[index]?.id;
  await caller.post('maya.lindgren', '/api/drafts', {
    draftName: 'Landlord called back, finish tonight',
    clientId: of('maya.lindgren', 0),
    category: 'transitional',
    workDate: days.at(-1),
    startTime: '15:15',
    content: 'The landlord agreed to the viewing and asks for the last two pay stubs.',
  });
  await caller.post('maya.lindgren', '/api/drafts', {
    draftName: 'Bus route to the clinic',
    clientId: of('maya.lindgren', 1),
    category: 'sustaining',
    content: 'Rode the 21 together once in each direction.',
  });
  await caller.post('grace.nyambura', '/api/drafts', {
    draftName: 'Friday visit',
    clientId: of('grace.nyambura', 0),
  });
}
