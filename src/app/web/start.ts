/** Preloads the code of the screen at the current URL while React and the router load (docs/decisions/028). */

import { dayCode } from './home/dayCode.ts';
import { screenCode } from './screenCode.ts';

function preloadScreen(): void {
  // platform/web/session.ts, which has this key, would load React first.
  const isSignedIn = localStorage.getItem('auth_token') !== null;
  const code = isSignedIn && screenCode[location.pathname as keyof typeof screenCode];
  // The router loads it again and reports the failure.
  if (code) code[0]().catch(() => undefined);
  if (isSignedIn && location.pathname === '/') preloadDay();
}

/** Preloads the part of Home that depends on the role; otherwise it would be found when Home renders. */
function preloadDay(): void {
  const { role } = JSON.parse(localStorage.getItem('auth_user') ?? '{}') as { role?: string };
  (role === 'employee' ? dayCode.employee : dayCode.manager)().catch(() => undefined);
}

try {
  preloadScreen();
} catch {
  // localStorage is unavailable or has no user: signed out.
}
void import('./main.tsx');
