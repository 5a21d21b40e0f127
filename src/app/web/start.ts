/** Preloads the code of the screen at the current URL while React and the router load (docs/decisions/028). */
import { screenCode } from './screenCode.ts';

function preloadScreen(): void {
  // platform/web/session.ts, which has this key, would load React first.
  const isSignedIn = localStorage.getItem('auth_token') !== null;
  const code = isSignedIn && screenCode[location.pathname as keyof typeof screenCode];
  // The router loads it again and reports the failure.
  if (code) code[0]().catch(() => undefined);
}

try {
  preloadScreen();
} catch {
  // localStorage is unavailable: signed out.
}
void import('./main.tsx');
