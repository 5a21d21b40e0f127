/** Adds the demo agency's office work: messages, announcements, documents, resources, services and drafts. */

import { nextDay, toInstant } from '#platform/contract/zone.ts';
import { createAnnouncement } from '#tests/support/factories/announcements.ts';
import { buildPdf, buildTxt, uploadDocument, uploadResource } from '#tests/support/factories/files.ts';
import { buildMessageForm } from '#tests/support/factories/messages.ts';
import { drawPicture } from '#tests/support/factories/notes.ts';
import { setTime, type DemoAgency } from './agency.ts';
import { weekdayOf, type ClockChange } from './calendar.ts';
import { AGENCY, PEOPLE } from './cast.ts';
import { CONVERSATIONS, NEWS } from './texts.ts';

/** Messages of the last days stay unread unless they were answered. */
const UNREAD_DAYS = 2;

/** Marks old messages as read, and has the day's conversation. */
export async function sendMessages(
  agency: DemoAgency,
  days: readonly string[],
  index: number,
): Promise<void> {
  const { api, people, signIn } = agency;
  const day = days[index] ?? '';
  if (index === days.length - UNREAD_DAYS) await readInboxes(agency, day);
  const [subject, from = '', to = '', ...messages] =
    CONVERSATIONS[CONVERSATIONS.length - days.length + index] ?? [];
  let parent: number | undefined;
  for (const [reply, content] of messages.entries()) {
    const [sender, recipient] = reply % 2 === 0 ? [from, to] : [to, from];
    setTime(day, `${String(8 + reply).padStart(2, '0')}:${reply % 2 === 0 ? '12' : '47'}`);
    const token = await signIn(sender);
    if (parent) await api.ok(token, 'PUT /api/messages/:id/read', { params: { id: parent } });
    const thread = parent ? { subject: `Re: ${subject}`, parentMessageId: parent } : { subject };
    const body = buildMessageForm(people.get(recipient) ?? 0, { content, ...thread });
    ({ id: parent } = await api.ok(token, 'POST /api/messages', { body }));
  }
}

async function readInboxes({ api, signIn }: DemoAgency, day: string): Promise<void> {
  setTime(day, '07:05');
  for (const { username } of PEOPLE) {
    const token = await signIn(username);
    const inbox = await api.ok(token, 'GET /api/messages/inbox', { query: { limit: 200 } });
    for (const { id, isRead } of inbox)
      if (!isRead) await api.ok(token, 'PUT /api/messages/:id/read', { params: { id } });
  }
}

/** Posts the announcements of a day and files what is due on it. */
export async function runOfficeDay(
  agency: DemoAgency,
  days: readonly string[],
  index: number,
): Promise<void> {
  const day = days[index] ?? '';
  for (const { daysAgo, by, scheduled, ...fields } of NEWS) {
    if (daysAgo !== days.length - index) continue;
    setTime(day, '08:20');
    const scheduledDate =
      scheduled &&
      toInstant({ day: findWorkingDay(day, scheduled.inDays), time: scheduled.time }, AGENCY.timeZone);
    await createAnnouncement(agency.api, await agency.signIn(by), { ...fields, scheduledDate });
  }
  setTime(day, '14:20');
  for (const [position, client] of agency.clients.entries())
    if (2 + (position % 5) === index) await fileDocuments(agency, client, position % 4);
  if (index === 25) await addServices(agency, days);
  await shareResource(agency, index);
}

/** Announces that clocks change in the night to Sunday. */
export async function announceClockChange({ api, signIn }: DemoAgency, change: ClockChange): Promise<void> {
  setTime(change.notice, '08:40');
  await createAnnouncement(api, await signIn('daniel.weiss'), buildClockChangeNews(change));
}

export function buildClockChangeNews({ hours }: ClockChange) {
  const [direction, length, hour] =
    hours > 24 ? ['back', 'longer', 'extra'] : ['forward', 'shorter', 'missing'];
  return {
    title: `Clocks go ${direction} on Sunday`,
    content: `The night from Saturday to Sunday is one hour ${length}. Enter the times on the clock; the system accounts for the ${hour} hour.`,
    type: 'announcement',
  };
}

/** The first working day that is at least so many days after a day. */
function findWorkingDay(from: string, days: number): string {
  let day = from;
  for (let step = 0; step < days || weekdayOf(day) % 6 === 0; step += 1) day = nextDay(day);
  return day;
}

type Client = DemoAgency['clients'][number];

/** Uploads the first documents of a client. */
async function fileDocuments({ api, signIn }: DemoAgency, client: Client, count: number): Promise<void> {
  const { id: clientId, contactName, companyName, phone } = client;
  const documents = [
    {
      name: `Housing plan ${companyName}.pdf`,
      bytes: buildPdf(`Housing plan for ${contactName}`),
      description: 'Reviewed together in the first week',
    },
    {
      name: 'Emergency contacts.txt',
      bytes: buildTxt(`${contactName}, ${phone}\nClinic: (612) 555-0190, weekdays 8 to 5\n`),
      description: 'Who to call when no one answers',
    },
    {
      name: 'Floor plan for the move-in sheet.png',
      bytes: drawFloorPlan(),
      description: 'Scratches on the bedroom closet are marked on the printed copy',
    },
  ];
  const token = await signIn('daniel.weiss');
  for (const document of documents.slice(0, count))
    await uploadDocument(api, token, { clientId, ...document });
}

function drawFloorPlan(): Buffer {
  const size = { width: 640, height: 480 };
  const isLine = (x: number, y: number) =>
    x < 4 ||
    x > 635 ||
    y < 4 ||
    y > 475 ||
    (Math.abs(x - 320) < 3 && (y < 200 || y > 270)) ||
    (Math.abs(y - 250) < 3 && x < 220);
  const [, base64 = ''] = drawPicture(isLine, size).split(',');
  return Buffer.from(base64, 'base64');
}

/** Services that are expired, suspended, pending or about to expire. */
async function addServices({ api, clients, signIn }: DemoAgency, days: readonly string[]): Promise<void> {
  const services = [
    { client: 0, serviceName: 'Moving expenses', status: 'expired', expiryDate: days[20] },
    { client: 0, serviceName: 'Energy assistance', expiryDate: days.at(-3) },
    { client: 1, serviceName: 'Night support', status: 'suspended', notes: 'In the hospital for six weeks.' },
    { client: 2, serviceName: 'Furniture fund', status: 'pending', serviceDescription: 'Bed and table' },
    { client: 3, serviceName: 'Housing transition', expiryDate: days.at(-10) },
  ];
  const token = await signIn('daniel.weiss');
  for (const { client, ...body } of services) {
    const params = { id: clients[client]?.id ?? 0 };
    await api.ok(token, 'POST /api/clients/:id/services', { params, body });
  }
}

/** Resources by the working day on which they are shared; those without a link are PDF files. */
const RESOURCES = [
  { on: 3, title: 'Handbook for home visits', category: 'handbook', accessLevel: 'all' },
  { on: 9, title: 'Move-in sheet', category: 'form', accessLevel: 'employees' },
  { on: 16, title: 'Pay rates and steps', category: 'policy', accessLevel: 'managers' },
  {
    on: 30,
    title: 'County rent limits',
    category: 'procedure',
    accessLevel: 'all',
    fileUrl: 'https://county.example/housing/rent-limits',
  },
  {
    on: 44,
    title: 'De-escalation: course in four parts',
    category: 'training',
    accessLevel: 'employees',
    fileUrl: 'https://training.example/de-escalation',
  },
];

async function shareResource({ api, signIn }: DemoAgency, index: number): Promise<void> {
  const resource = RESOURCES.find(({ on }) => on === index);
  if (!resource) return;
  const { on: _, fileUrl, ...fields } = resource;
  const token = await signIn('ruth.okafor');
  if (fileUrl) await api.ok(token, 'POST /api/business-resources', { body: { ...fields, fileUrl } });
  else {
    const file = { name: `${fields.title}.pdf`, bytes: buildPdf(fields.title) };
    await uploadResource(api, token, { file, ...fields });
  }
}

/** Saves notes that were started and not submitted. */
export async function saveDrafts({ api, clients, signIn }: DemoAgency, day: string): Promise<void> {
  setTime(day, '17:40');
  const drafts = [
    {
      by: 'maya.lindgren',
      draftName: 'Landlord called back, finish tonight',
      category: 'transitional',
      workDate: day,
      startTime: '15:15',
      content: 'The landlord agreed to the viewing and asked for the last two pay stubs.',
    },
    {
      by: 'maya.lindgren',
      draftName: 'Bus route to the clinic',
      category: 'sustaining',
      content: 'Took the 21 together once in each direction.',
    },
    { by: 'grace.nyambura', draftName: 'Friday visit' },
  ];
  for (const [index, { by, ...fields }] of drafts.entries()) {
    const clientId = clients.filter(({ team }) => team.includes(by))[index % 2]?.id;
    await api.ok(await signIn(by), 'POST /api/drafts', { body: { clientId, ...fields } });
  }
}
