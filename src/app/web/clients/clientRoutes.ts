/** The parts of a client's record, each with its own address. */

import { createRoute, redirect } from '@tanstack/react-router';
import { clientHistorySearch } from '#features/audit/web/searchParams.ts';
import { authorizationsSearch } from '#features/clients/web/searchParams.ts';
import { clientNotesSearch } from '#features/notes/web/searchParams.ts';
import { rootRoute } from '#app/web/rootRoute.ts';
import { screenCode } from '#app/web/screenCode.ts';

/** Redirects client links from earlier releases to the client's record. */
export function redirectToRecord({
  client,
  view,
}: {
  client?: number | undefined;
  view?: string | undefined;
}) {
  if (client === undefined) return;
  const to = view === 'documents' ? '/clients/$clientId/documents' : '/clients/$clientId';
  redirect({ to, params: { clientId: String(client) }, replace: true, throw: true });
}

const getParentRoute = () => rootRoute;

export const clientRoutes = [
  createRoute({
    getParentRoute,
    path: '/clients/$clientId',
    staticData: { title: 'Client', code: screenCode['/clients/$clientId'] },
  }),
  createRoute({
    getParentRoute,
    path: '/clients/$clientId/notes',
    validateSearch: clientNotesSearch,
    staticData: { title: 'Client', code: screenCode['/clients/$clientId/notes'] },
  }),
  createRoute({
    getParentRoute,
    path: '/clients/$clientId/authorizations',
    validateSearch: authorizationsSearch,
    staticData: { title: 'Client', code: screenCode['/clients/$clientId/authorizations'] },
  }),
  createRoute({
    getParentRoute,
    path: '/clients/$clientId/units',
    staticData: { title: 'Client', access: 'managers', code: screenCode['/clients/$clientId/units'] },
  }),
  createRoute({
    getParentRoute,
    path: '/clients/$clientId/invoices',
    staticData: { title: 'Client', access: 'managers', code: screenCode['/clients/$clientId/invoices'] },
  }),
  createRoute({
    getParentRoute,
    path: '/clients/$clientId/documents',
    staticData: { title: 'Client', code: screenCode['/clients/$clientId/documents'] },
  }),
  createRoute({
    getParentRoute,
    path: '/clients/$clientId/history',
    validateSearch: clientHistorySearch,
    staticData: { title: 'Client', access: 'managers', code: screenCode['/clients/$clientId/history'] },
  }),
] as const;
