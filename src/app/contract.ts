/** All features: their endpoints with handlers, in the order of features. */

import { eventRoutes } from '#platform/server/http/eventStream.ts';
import type { ContractOf, Feature } from '#platform/server/http/handlers.ts';
import { announcementsRoutes } from '#features/announcements/server/routes.ts';
import { auditRoutes } from '#features/audit/server/routes.ts';
import { authRoutes } from '#features/auth/server/routes.ts';
import { businessesRoutes } from '#features/businesses/server/routes.ts';
import { clientsRoutes } from '#features/clients/server/routes.ts';
import { dashboardRoutes } from '#features/dashboard/server/routes.ts';
import { documentsRoutes } from '#features/documents/server/routes.ts';
import { evidenceRoutes } from '#features/evidence/server/routes.ts';
import { exportsRoutes } from '#features/exports/server/routes.ts';
import { sendUsageAlerts } from '#features/forecast/server/alerts/actions.ts';
import { readForecasts } from '#features/forecast/server/forecastReads.ts';
import { forecastRoutes } from '#features/forecast/server/routes.ts';
import { importsRoutes } from '#features/imports/server/routes.ts';
import { applyRates } from '#features/invoices/server/rates/actions.ts';
import { previewRates } from '#features/invoices/server/rates/reads.ts';
import { invoicesRoutes } from '#features/invoices/server/routes.ts';
import { mailRoutes } from '#features/mail/server/routes.ts';
import { isAuthorizationUsed } from '#features/notes/server/accounts/authorizationReads.ts';
import { updateChecks } from '#features/notes/server/checks/settingsActions.ts';
import { hasOpenDispute } from '#features/notes/server/disputes/reads.ts';
import { notesRoutes } from '#features/notes/server/routes.ts';
import { countUndecided, hasNotes } from '#features/notes/server/undecidedReads.ts';
import { packetsRoutes } from '#features/packets/server/routes.ts';
import { payrollRoutes } from '#features/payroll/server/routes.ts';
import { peopleRoutes } from '#features/people/server/routes.ts';
import { picturesRoutes } from '#features/pictures/server/routes.ts';
import { resourcesRoutes } from '#features/resources/server/routes.ts';
import { reviewRoutes } from '#features/review/server/routes.ts';
import { searchRoutes } from '#features/search/server/routes.ts';
import { servicesRoutes } from '#features/services/server/routes.ts';
import { findSession, isSessionValid } from '#features/sessions/server/reads.ts';
import { statementsRoutes } from '#features/statements/server/routes.ts';
import { submissionRoutes } from '#features/submission/server/routes.ts';
import { subscriptionRoutes } from '#features/subscription/server/routes.ts';
import { timeRoutes } from '#features/time/server/routes.ts';
import { adjustTotal, changeTotal, openUnits, purchaseUnits } from '#features/units/server/actions.ts';
import { unitsRoutes } from '#features/units/server/routes.ts';

/** Functions that `clients` needs from the features after it. */
const ledger = { openUnits, adjustTotal, changeTotal, purchaseUnits, readForecasts, sendUsageAlerts };

/** The effect of new rates, for `services` and `clients`. */
const visitRates = { previewRates, applyRates };

/** In their order (scripts/feature-order.ts). */
const all = [
  businessesRoutes({ findSession, countUndecided, updateChecks, hasNotes }),
  servicesRoutes(visitRates),
  peopleRoutes,
  authRoutes,
  picturesRoutes,
  clientsRoutes({ ...ledger, ...visitRates, isAuthorizationUsed }),
  unitsRoutes(hasOpenDispute),
  mailRoutes,
  timeRoutes(hasOpenDispute),
  notesRoutes,
  submissionRoutes({ sendUsageAlerts }),
  reviewRoutes,
  evidenceRoutes,
  forecastRoutes,
  searchRoutes,
  documentsRoutes,
  resourcesRoutes,
  announcementsRoutes,
  payrollRoutes,
  invoicesRoutes,
  statementsRoutes,
  importsRoutes({ openUnits, purchaseUnits }),
  subscriptionRoutes,
  exportsRoutes,
  packetsRoutes,
  auditRoutes,
  dashboardRoutes,
  eventRoutes(isSessionValid),
] as const;

/** All endpoints of the product. */
export type Endpoints = ContractOf<typeof all>;

export const features: readonly Feature[] = all;
