/** The route table. Which part of it there is depends on who is signed in. */
import { createRouter } from '@tanstack/react-router';
import type { AnyRoute } from '@tanstack/react-router';
import { isManager } from '#features/sessions/web/queries.ts';
import type { SessionUser } from '#features/sessions/web/queries.ts';
import { Pending } from './Pending.tsx';
import { rootRoute } from './rootRoute.ts';
import { parseSearch, stringifySearch } from './search.ts';
import {
  announcementsRoute,
  auditRoute,
  businessSettingsRoute,
  dashboardRoute,
  debugRoute,
  employeeProfileRoute,
  employeesRoute,
  homeRoute,
  loginRoute,
  profileRoute,
  subscriptionRoute,
} from './signedInRoutes.ts';
import {
  paymentSuccessRoute,
  registerAdminRoute,
  registerRoute,
  resetPasswordRoute,
  subscribeRoute,
} from './signedOutRoutes.ts';
import {
  clientsRoute,
  mailRoute,
  managementRoute,
  myNotesRoute,
  payrollRoute,
  searchRoute,
  submitRoute,
} from './workRoutes.ts';

/** Every route there is, whoever it is for. */
export const routes = [
  homeRoute,
  loginRoute,
  dashboardRoute,
  submitRoute,
  myNotesRoute,
  searchRoute,
  mailRoute,
  announcementsRoute,
  payrollRoute,
  profileRoute,
  employeeProfileRoute,
  managementRoute,
  clientsRoute,
  employeesRoute,
  auditRoute,
  businessSettingsRoute,
  subscriptionRoute,
  debugRoute,
  registerRoute,
  registerAdminRoute,
  subscribeRoute,
  paymentSuccessRoute,
  resetPasswordRoute,
] as const;

function isFor(route: AnyRoute, user: SessionUser | null): boolean {
  const audience = route.options.staticData?.audience;
  if (!user) return audience === 'signed-out';
  return audience === undefined || (audience === 'managers' && isManager(user));
}

/** The router for a person, or for nobody; made once, as a session's begin and end load the page anew. */
export function makeRouter(user: SessionUser | null) {
  // The types keep the whole table, so that a link to a screen that never was is still a compile error.
  const found = routes.filter((route) => isFor(route, user)) as unknown as typeof routes;
  return createRouter({
    routeTree: rootRoute.addChildren(found),
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPendingComponent: Pending,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
