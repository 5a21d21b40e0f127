/** Mail among the people of the demonstration agency, beside what the product itself sends about notes. */
import { PEOPLE } from './cast.ts';
import { at } from './world.ts';
import type { DemoWorld } from './world.ts';
import { CONVERSATIONS } from './letters.ts';
import type { Conversation } from './letters.ts';

interface KnownMessage {
  id: number;
  isRead: boolean;
}

/** Of the last days, what was not answered is still unread. */
const UNREAD_DAYS = 2;

/** The mail of a working day's morning: what came before is opened, and somebody writes to somebody. */
export async function mailDay(world: DemoWorld, days: readonly string[], index: number): Promise<void> {
  const day = days[index] ?? '';
  if (index === days.length - UNREAD_DAYS) await readMail(world, day);
  const conversation = CONVERSATIONS[CONVERSATIONS.length - days.length + index];
  if (conversation) await converse(world, day, conversation);
}

/** A message and its answers, an hour and a bit apart; whoever answers has read what came before. */
async function converse(
  { caller, people }: DemoWorld,
  day: string,
  { subject, between, letters }: Conversation,
): Promise<void> {
  let parent: KnownMessage | undefined;
  for (const [turn, content] of letters.entries()) {
    const [from, to] = turn % 2 === 0 ? between : between.toReversed();
    if (from === undefined || to === undefined) continue;
    at(day, `${String(8 + turn).padStart(2, '0')}:${turn % 2 === 0 ? '12' : '47'}`);
    if (parent) await caller.send(from, { method: 'PUT', url: `/api/messages/${parent.id}/read` });
    parent = await caller.post<KnownMessage>(from, '/api/messages', {
      recipientId: people.get(to),
      subject: turn === 0 ? subject : `Re: ${subject}`,
      content,
      ...(parent && { parentMessageId: parent.id }),
    });
  }
}

/** Everybody opens what is there, letters about notes as well. */
async function readMail({ caller }: DemoWorld, day: string): Promise<void> {
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
