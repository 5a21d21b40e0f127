import { useSyncExternalStore } from 'react';

export type ThemeChoice = 'light' | 'dark' | 'system';
export type ResolvedTheme = 'light' | 'dark';

const storageKey = 'theme';
const systemDark = matchMedia('(prefers-color-scheme: dark)');
// Reading `matches` of a new query right before a change would suppress its event.
let isSystemDark = systemDark.matches;
const listeners = new Set<() => void>();
let choice = readChoice();

function readChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(storageKey);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    // Storage is blocked: follow the system.
    return 'system';
  }
}

function resolve(): ResolvedTheme {
  if (choice !== 'system') return choice;
  return isSystemDark ? 'dark' : 'light';
}

function apply(): void {
  document.documentElement.dataset.theme = resolve();
  for (const listener of listeners) listener();
}

systemDark.addEventListener('change', ({ matches }) => {
  isSystemDark = matches;
  apply();
});
addEventListener('storage', (event) => {
  if (event.key !== storageKey) return;
  choice = readChoice();
  apply();
});

/** Sets and stores the theme; 'system' follows the operating system. */
export function setThemeChoice(next: ThemeChoice): void {
  choice = next;
  try {
    localStorage.setItem(storageKey, next);
  } catch {
    // Storage is blocked: the choice lasts until the page is left.
  }
  apply();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The user's choice, the theme it resolves to, and the setter. */
export function useTheme(): {
  choice: ThemeChoice;
  resolved: ResolvedTheme;
  setChoice: (next: ThemeChoice) => void;
} {
  const current = useSyncExternalStore(subscribe, () => choice);
  const resolved = useSyncExternalStore(subscribe, resolve);
  return { choice: current, resolved, setChoice: setThemeChoice };
}
