/** The items of the palette: screens, clients, people and notes. */

import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CircleUserRound, Contact, FileText, Search, type LucideIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatDay } from '#platform/web/format.ts';
import { filterOptions } from '#platform/web/ui/comboboxFilter.ts';
import { clientsQuery } from '#features/clients/web/queries.ts';
import { hasAutomaticTitle, noteHeading } from '#features/notes/rules.ts';
import { fullNameOf } from '#features/people/rules.ts';
import { peopleQuery } from '#features/people/web/queries.ts';
import { searchNotesQuery } from '#features/search/web/queries.ts';
import { useIsManager, useUser } from '#features/sessions/web/queries.ts';
import { useScreens } from '#app/web/useScreens.ts';

export type PaletteItem = {
  key: string;
  label: string;
  hint?: string;
  icon: LucideIcon;
  go: () => void;
};

export type PaletteGroup = { title: string; items: readonly PaletteItem[] };

/** The maximum for each group, so that all groups are visible. */
const GROUP_LIMIT = 5;
/** The minimum number of characters to search notes. */
const MIN_SEARCH = 2;
/** The delay of a search after the last key press, in milliseconds. */
const DEBOUNCE_MS = 200;

/** The groups of matching items, and whether some are still loading. */
export function usePaletteItems(typed: string) {
  const screens = useScreenItems();
  const clients = useClientItems();
  const people = usePeopleItems();
  const notes = useNoteItems(typed);
  const text = typed.trim();
  const some = (items: readonly PaletteItem[]) => filterItems(items, text).slice(0, GROUP_LIMIT);
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

/** Filters items by every typed word, and sorts them like a combobox. */
function filterItems(items: readonly PaletteItem[], text: string): readonly PaletteItem[] {
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

/** The clients that the user can see, which open their record. */
function useClientItems() {
  const navigate = useNavigate();
  const clients = useQuery(clientsQuery());
  const items = (clients.data ?? []).map((client): PaletteItem => ({
    key: `client ${client.id}`,
    label: client.companyName,
    hint: client.contactName,
    icon: Contact,
    go: () => void navigate({ to: '/clients/$clientId', params: { clientId: String(client.id) } }),
  }));
  return { items, loading: clients.isPending, failed: clients.isError };
}

/** People, who open as a profile for managers and as a new message for employees. */
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

/** The newest matching notes and a link to the search; a note opens over its search results. */
function useNoteItems(typed: string) {
  const navigate = useNavigate();
  const text = typed.trim();
  const q = useDebounced(text);
  const enabled = q.length >= MIN_SEARCH && text.length >= MIN_SEARCH;
  const notes = useQuery({ ...searchNotesQuery({ q, limit: GROUP_LIMIT }), enabled });
  // Results of a previous text do not match.
  const rows = enabled && q === text ? (notes.data?.rows ?? []) : [];
  const items = rows.map((note): PaletteItem => ({
    key: `note ${note.id}`,
    label: noteHeading(note),
    hint: [
      ...(note.disputed ? ['Disputed'] : []),
      ...(hasAutomaticTitle(note)
        ? [note.clientName, note.authorName]
        : [note.clientContactName, note.authorName, formatDay(note.workDate)]),
    ].join(' · '),
    icon: FileText,
    go: () => void navigate({ to: '/search', search: { q, note: note.id } }),
  }));
  const all: PaletteItem = {
    key: 'all notes',
    label: `Search all notes for ‘${text}’`,
    icon: Search,
    go: () => void navigate({ to: '/search', search: { q: text } }),
  };
  const waiting = text.length >= MIN_SEARCH && (q !== text || notes.isPending);
  return {
    items: text === '' ? items : [...items, all],
    loading: waiting && !notes.isError,
    failed: enabled && notes.isError,
  };
}

/** Returns the value after a pause in typing. */
function useDebounced(value: string): string {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}
