/** Mail among the people of the demonstration agency, beside what the product itself sends about notes. */
import { PEOPLE } from './cast.ts';
import { at } from './agency.ts';
import type { DemoAgency } from './agency.ts';
import { CONVERSATIONS } from './letters.ts';
import type { Conversation } from './letters.ts';

interface KnownMessage {
  id: number;
  isRead: boolean;
}

/** Of the last days, what was not answered is still unread. */
const UNREAD_DAYS = 2;

/** The mail of a working day's morning: what came before is opened, and someone writes to someone. */
export async function mailDay(agency: DemoAgency, days: readonly string[], index: number): Promise<void> {
  const day = days[index] ?? '';
  if (index === days.length - UNREAD_DAYS) await readMail(agency, day);
  const conversation = CONVERSATIONS[CONVERSATIONS.length - days.length + index];
  if (conversation) await converse(agency, day, conversation);
}

/** A message and its answers, an hour and a bit apart; the person who answers has read what came before. */
async function converse(
  { caller, people }: DemoAgency,
  day: string,
  { subject, between, letters }: Conversation,
): Promise<void> {
  let parent: KnownMessage | undefined;
  for (const [reply, content] of letters.entries()) {
    const [from, to] = reply % 2 === 0 ? between : between.toReversed();
    if (from === undefined || to === undefined) continue;
    at(day, `${String(8 + reply).padStart(2, '0')}:${reply % 2 === 0 ? '12' : '47'}`);
    if (parent) await caller.send(from, { method: 'PUT', url: `/api/messages/${parent.id}/read` });
    parent = await caller.post<KnownMessage>(from, '/api/messages', {
      recipientId: people.get(to),
      subject: reply === 0 ? subject : `Re: ${subject}`,
      content,
      ...(parent && { parentMessageId: parent.id }),
    });
  }
}

/** Everyone opens what is there, letters about notes as well. */
async function readMail({ caller }: DemoAgency, day: string): Promise<void> {
  at(day, '07:05');
  for (const { username } of PEOPLE) {
    const inbox = await caller.send<KnownMessage[]>(username, {
      method: 'GET',
      url: '/api/messages/inbox?limit=200',
    });
    for (const { id, isRead } of inbox) {
      if (!isRead) await caller.send(username, { method: 'PUT', url: `/api/messages/${id}/read` });
    }
  }
}
