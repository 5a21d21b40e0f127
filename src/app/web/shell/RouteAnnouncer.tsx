import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { MAIN_ID, useTitle } from './useTitle.ts';

/** Announces each new screen to screen readers and focuses its content. */
export function RouteAnnouncer() {
  const { title } = useTitle();
  const path = useLocation({ select: (location) => location.pathname });
  const previous = useRef(path);
  useEffect(() => {
    if (previous.current === path) return;
    previous.current = path;
    document.getElementById(MAIN_ID)?.focus({ preventScroll: true });
  }, [path]);
  return (
    <p role="status" aria-live="polite" className="sr-only">
      {title}
    </p>
  );
}
