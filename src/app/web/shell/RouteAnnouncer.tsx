import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { MAIN_ID, useTitle } from './useTitle.ts';

/** Announces each new screen to screen readers and moves the focus to its beginning. */
export function RouteAnnouncer() {
  const { title } = useTitle();
  const path = useLocation({ select: (location) => location.pathname });
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    document.getElementById(MAIN_ID)?.focus({ preventScroll: true });
  }, [path]);
  return (
    <p role="status" aria-live="polite" className="sr-only">
      {title}
    </p>
  );
}
