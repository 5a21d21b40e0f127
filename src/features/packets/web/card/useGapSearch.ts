/** The list of visits with a gap and the open note, in the URL of the Dashboard. */

import { useNavigate, useRouter } from '@tanstack/react-router';
import { useRef } from 'react';
import type { Gap } from '#features/packets/rules.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Set on an entry that was pushed to open a dialog, so that closing it goes back to the entry before. */
    opensDialog?: boolean;
  }
}

/** The state of the history entry that opens a dialog. */
export const OPENS_DIALOG = { opensDialog: true };

type SearchChange = { week?: string; gap?: Gap | undefined; note?: number | undefined };

/** Opens and closes the list and the note in the URL, so that Back closes the note, then the list. */
export function useGapSearch() {
  const navigate = useNavigate({ from: '/dashboard' });
  const { history } = useRouter();
  const isGoingBack = useRef(false);
  const open = (change: SearchChange) =>
    void navigate({ search: (old) => ({ ...old, ...change }), state: OPENS_DIALOG, resetScroll: false });
  const replace = (change: SearchChange) =>
    void navigate({
      search: (old) => ({ ...old, ...change }),
      state: true,
      replace: true,
      resetScroll: false,
    });
  /** Goes back if the dialog was opened on this page; replaces a URL that was opened directly. */
  function close(change: SearchChange) {
    if (!history.location.state.opensDialog) return replace(change);
    // The browser goes back asynchronously: a second press must not leave the Dashboard.
    if (isGoingBack.current) return undefined;
    isGoingBack.current = true;
    addEventListener('popstate', () => (isGoingBack.current = false), { once: true });
    return history.back();
  }
  return { open, replace, close };
}
