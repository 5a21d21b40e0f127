import { useClients } from '#features/clients/web/queries.ts';
import { formatWorkTime } from '#features/notes/web/labels/public.tsx';
import type { KeptNote } from '#features/submission/web/entry/noteRecord.ts';
import { useRefused } from '#features/submission/web/entry/unsentState.ts';

type RefusedNotesProps = { onOpen: (note: KeptNote) => void };

/** Kept notes that the server refused; they are drafts on this device until they are sent or discarded. */
export function RefusedNotes({ onOpen }: RefusedNotesProps) {
  const refused = useRefused();
  const clients = useClients().data ?? [];
  if (refused.length === 0) return null;
  return (
    <ul aria-label="Couldn't be sent" className="-my-2 mb-2 divide-y divide-line">
      {refused.map((note) => {
        const client = clients.find(({ id }) => String(id) === note.values.clientId);
        return (
          <li key={note.id} className="py-1">
            <button
              type="button"
              onClick={() => onOpen(note)}
              className="min-h-11 w-full rounded-md px-2 py-2 text-left hover:bg-hover"
            >
              <span className="block font-medium wrap-anywhere text-accent-ink">
                {[client?.contactName, formatWorkTime(note.values)].filter(Boolean).join(' · ')}
              </span>
              <span className="block text-sm text-muted">On this device · couldn't be sent</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
