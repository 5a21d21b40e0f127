/** What the palette offers: screens, clients and people at hand, and notes from a search. */
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CircleUserRound, Contact, FileText, Search } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useIsManager, useUser } from '#features/sessions/web/queries.ts';
import { fullNameOf } from '#features/people/rules.ts';
import { peopleQuery } from '#features/people/web/queries.ts';
import { searchNotesQuery } from '#features/search/web/queries.ts';
import { formatDay } from '#platform/web/format.ts';
import { filterOptions } from '#platform/web/ui/comboboxFilter.ts';
import { useScreens } from '#app/web/useScreens.ts';
import { clientsQuery } from '#features/clients/web/queries.ts';
import type { Client } from '#features/clients/web/queries.ts';

export type PaletteItem = {
  key: string;
  label: string;
  hint?: string;
  icon: LucideIcon;
  go: () => void;
};

export type PaletteGroup = { title: string; items: readonly PaletteItem[] };

/** Of each kind, so that every kind stays in sight. */
const MOST_OF_A_KIND = 5;
/** One letter begins nearly every note. */
const SHORTEST_SEARCH = 2;
/** What is typed faster than this is one word. */
const PAUSE_MS = 200;

type Way = { typed: string; onShowClient: (client: Client) => void };

/** The groups that what was typed leaves over, and whether some are still on their way. */
export function usePaletteItems({ typed, onShowClient }: Way) {
  const screens = useScreenItems();
  const clients = useClientItems(onShowClient);
  const people = usePeopleItems();
  const notes = useNoteItems(typed);
  const text = typed.trim();
  const some = (items: readonly PaletteItem[]) => narrowed(items, text).slice(0, MOST_OF_A_KIND);
  const groups: PaletteGroup[] =
    text === ''
      ? [{ title: 'Screens', items: screens }]
      : [
          { title: 'Screens', items: some(screens) },
          { title: 'Clients', items: some(clients.items) },
          { title: 'People', items: some(people.items) },
          { title: 'Notes', items: notes.items },
        ];
  return {
    groups: groups.filter(({ items }) => items.length > 0),
    loading: text !== '' && (clients.loading || people.loading || notes.loading),
    failed: text !== '' && (clients.failed || people.failed || notes.failed),
  };
}

/** The items that hold every typed word, in the order of the combobox of forms. */
function narrowed(items: readonly PaletteItem[], text: string): readonly PaletteItem[] {
  const options = items.map(({ key, label, hint }) => ({ value: key, label, ...(hint && { hint }) }));
  const byKey = new Map(items.map((item) => [item.key, item]));
  return filterOptions(options, text).flatMap(({ value }) => byKey.get(value) ?? []);
}

function useScreenItems(): PaletteItem[] {
  const navigate = useNavigate();
  return useScreens().map(({ to, label, icon }) => ({
    key: `screen ${to}`,
    label,
    icon,
    go: () => void navigate({ to }),
  }));
}

/** Managers come to the client's place in Client Management; others see what the clients menu shows. */
function useClientItems(onShow: (client: Client) => void) {
  const navigate = useNavigate();
  const isManager = useIsManager();
  const clients = useQuery(clientsQuery());
  const items = (clients.data ?? []).map((client): PaletteItem => ({
    key: `client ${client.id}`,
    label: client.companyName,
    hint: client.contactName,
    icon: Contact,
    go: () => (isManager ? void navigate({ to: '/clients', search: { client: client.id } }) : onShow(client)),
  }));
  return { items, loading: clients.isPending, failed: clients.isError };
}

/** Managers come to a person's profile; others can write to them. */
function usePeopleItems() {
  const navigate = useNavigate();
  const isManager = useIsManager();
  const { id: ownId } = useUser();
  const people = useQuery(peopleQuery());
  const goTo = (id: number) => {
    if (id === ownId) return void navigate({ to: '/profile' });
    if (!isManager) return void navigate({ to: '/mail', search: { to: id } });
    void navigate({ to: '/profile/$employeeId', params: { employeeId: String(id) } });
  };
  const items = (people.data ?? []).map((person): PaletteItem => {
    const job = [person.position, person.department].filter(Boolean).join(', ');
    const message = isManager || person.id === ownId ? '' : 'Write a message';
    return {
      key: `person ${person.id}`,
      label: fullNameOf(person),
      hint: [message, job].filter(Boolean).join(' · ') || `@${person.username}`,
      icon: CircleUserRound,
      go: () => goTo(person.id),
    };
  });
  return { items, loading: people.isPending, failed: people.isError };
}

/** The best matches, and the way to all of them; each opens over the search that found it. */
function useNoteItems(typed: string) {
  const navigate = useNavigate();
  const text = typed.trim();
  const q = usePaused(text);
  const enabled = q.length >= SHORTEST_SEARCH && text.length >= SHORTEST_SEARCH;
  const notes = useQuery({ ...searchNotesQuery({ q, limit: MOST_OF_A_KIND }), enabled });
  // What was found for other words is no answer to these.
  const rows = enabled && q === text ? (notes.data?.rows ?? []) : [];
  const items = rows.map((note): PaletteItem => ({
    key: `note ${note.id}`,
    label: note.title,
    hint: `${note.clientContactName} · ${note.authorName} · ${formatDay(note.workDate)}`,
    icon: FileText,
    go: () => void navigate({ to: '/search', search: { q, note: note.id } }),
  }));
  const all: PaletteItem = {
    key: 'all notes',
    label: `Search all notes for ‘${text}’`,
    icon: Search,
    go: () => void navigate({ to: '/search', search: { q: text } }),
  };
  const waiting = text.length >= SHORTEST_SEARCH && (q !== text || notes.isPending);
  return {
    items: text === '' ? items : [...items, all],
    loading: waiting && !notes.isError,
    failed: enabled && notes.isError,
  };
}

/** The value once it has stood still for a moment. */
function usePaused(value: string): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return paused;
}
