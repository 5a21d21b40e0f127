import { useEffect } from 'react';

let locks = 0;

/**
 * Holds the page still behind a modal while `locked`. Done with an attribute and our stylesheet, as the usual
 * libraries insert a style element, which the content security policy refuses.
 */
export function useScrollLock(locked: boolean): void {
  useEffect(() => {
    if (!locked) return;
    locks += 1;
    document.documentElement.dataset.scrollLocked = '';
    return () => {
      locks -= 1;
      if (locks === 0) delete document.documentElement.dataset.scrollLocked;
    };
  }, [locked]);
}
