import { useRouter, type AnyRoute, type LinkProps } from '@tanstack/react-router';
import type { ScreenNav } from './screenNav.ts';

export type ScreenPath = NonNullable<LinkProps['to']>;

/** A screen as navigation offers it. */
export type NavScreen = ScreenNav & { to: ScreenPath; forManagers: boolean };

/** The screens of the navigation that the user can open, in the order of the sidebar. */
export function useScreens(): readonly NavScreen[] {
  const { routesByPath } = useRouter();
  return Object.values<AnyRoute>(routesByPath).flatMap(({ fullPath, options }) => {
    const { nav, access } = options.staticData ?? {};
    return nav ? [{ ...nav, to: fullPath as ScreenPath, forManagers: access === 'managers' }] : [];
  });
}

/** Returns a function that checks the user's access to the screen at an address. */
export function useCanOpen(): (to: ScreenPath) => boolean {
  const { routesByPath } = useRouter();
  return (to) => to in routesByPath;
}
