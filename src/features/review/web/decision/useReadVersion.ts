import { useState } from 'react';
import type { Note } from '#features/notes/web/queries.ts';

/** The note with the version that decisions are about: the first one loaded, until the user continues with a newer one. */
export function useReadVersion(current: Note | undefined) {
  const [read, setRead] = useState<Pick<Note, 'id' | 'version'>>();
  if (read?.id !== current?.id) setRead(current && { id: current.id, version: current.version });
  const isNewer = current !== undefined && read?.id === current.id && read.version !== current.version;
  return {
    note: current && (isNewer ? { ...current, version: read.version } : current),
    isNewer,
    continueWithNewer: () => current && setRead({ id: current.id, version: current.version }),
  };
}
