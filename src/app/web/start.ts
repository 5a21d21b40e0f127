/** Requests the code of the screen in the address while React and the router are still loading (docs/decisions/028). */
import { screenCode } from './screenCode.ts';

function preloadScreen(): void {
  // Its module (platform/web/session.ts) would load React first.
  const isSignedIn = localStorage.getItem('auth_token') !== null;
  const code = isSignedIn && screenCode[location.pathname as keyof typeof screenCode];
  // The router loads it again and reports the failure.
  if (code) code[0]().catch(() => undefined);
}

try {
  preloadScreen();
} catch {
  // Storage is blocked: signed out.
}
void import('./main.tsx');
