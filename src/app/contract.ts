/** All features with their endpoints and handlers. */

import { eventsContract } from '#platform/contract/events.ts';
import { eventRoutes } from '#platform/server/http/eventStream.ts';
import { feature, type Feature } from '#platform/server/http/handlers.ts';
import { announcementsContract } from '#features/announcements/contract.ts';
import { announcementsRoutes } from '#features/announcements/server/routes.ts';
import { auditContract } from '#features/audit/contract.ts';
import { auditRoutes } from '#features/audit/server/routes.ts';
import { authContract } from '#features/auth/contract.ts';
import { authRoutes } from '#features/auth/server/routes.ts';
import { businessesContract } from '#features/businesses/contract.ts';
import { businessesRoutes } from '#features/businesses/server/routes.ts';
import { assignmentsContract } from '#features/clients/assignmentContract.ts';
import { authorizationsContract } from '#features/clients/authorizationContract.ts';
import { clientsContract } from '#features/clients/contract.ts';
import { assignmentsRoutes } from '#features/clients/server/assignments/routes.ts';
import { authorizationsRoutes } from '#features/clients/server/authorizations/routes.ts';
import { clientsRoutes } from '#features/clients/server/routes.ts';
import { dashboardContract } from '#features/dashboard/contract.ts';
import { dashboardRoutes } from '#features/dashboard/server/routes.ts';
import { documentsContract } from '#features/documents/contract.ts';
import { documentsRoutes } from '#features/documents/server/routes.ts';
import { evidenceContract } from '#features/evidence/contract.ts';
import { evidenceRoutes } from '#features/evidence/server/routes.ts';
import { exportsContract } from '#features/exports/contract.ts';
import { exportsRoutes } from '#features/exports/server/routes.ts';
import { forecastContract } from '#features/forecast/contract.ts';
import { sendUsageAlerts } from '#features/forecast/server/alerts/actions.ts';
import { readForecasts } from '#features/forecast/server/forecastReads.ts';
import { forecastRoutes } from '#features/forecast/server/routes.ts';
import { importsContract } from '#features/imports/contract.ts';
import { importsRoutes } from '#features/imports/server/routes.ts';
import { claimsContract } from '#features/invoices/claimContract.ts';
import { invoicesContract } from '#features/invoices/contract.ts';
import { claimsRoutes } from '#features/invoices/server/claims/routes.ts';
import { applyRates } from '#features/invoices/server/rates/actions.ts';
import { previewRates } from '#features/invoices/server/rates/reads.ts';
import { invoicesRoutes } from '#features/invoices/server/routes.ts';
import { mailContract } from '#features/mail/contract.ts';
import { mailRoutes } from '#features/mail/server/routes.ts';
import { checksContract } from '#features/notes/checkContract.ts';
import { notesContract } from '#features/notes/contract.ts';
import { disputeContract } from '#features/notes/disputeContract.ts';
import { receiptContract } from '#features/notes/receiptContract.ts';
import { isAuthorizationUsed } from '#features/notes/server/accounts/authorizationReads.ts';
import { checksRoutes } from '#features/notes/server/checks/routes.ts';
import { updateChecks } from '#features/notes/server/checks/settingsActions.ts';
import { hasOpenDispute } from '#features/notes/server/disputes/reads.ts';
import { disputeRoutes } from '#features/notes/server/disputes/routes.ts';
import { receiptRoutes } from '#features/notes/server/receipts/routes.ts';
import { notesRoutes } from '#features/notes/server/routes.ts';
import { countUndecided, hasNotes } from '#features/notes/server/undecidedReads.ts';
import { packetsContract } from '#features/packets/contract.ts';
import { packetsRoutes } from '#features/packets/server/routes.ts';
import { payrollContract } from '#features/payroll/contract.ts';
import { payrollRoutes } from '#features/payroll/server/routes.ts';
import { peopleContract } from '#features/people/contract.ts';
import { peopleRoutes } from '#features/people/server/routes.ts';
import { picturesContract } from '#features/pictures/contract.ts';
import { picturesRoutes } from '#features/pictures/server/routes.ts';
import { resourcesContract } from '#features/resources/contract.ts';
import { resourcesRoutes } from '#features/resources/server/routes.ts';
import { reviewContract } from '#features/review/contract.ts';
import { reviewRoutes } from '#features/review/server/routes.ts';
import { searchContract } from '#features/search/contract.ts';
import { searchRoutes } from '#features/search/server/routes.ts';
import { servicesContract } from '#features/services/contract.ts';
import { addDefaultServices } from '#features/services/server/actions.ts';
import { servicesRoutes } from '#features/services/server/routes.ts';
import { findSession, isSessionValid } from '#features/sessions/server/reads.ts';
import { statementsContract } from '#features/statements/contract.ts';
import { statementsRoutes } from '#features/statements/server/routes.ts';
import { submissionContract } from '#features/submission/contract.ts';
import { draftsContract } from '#features/submission/draftContract.ts';
import { draftsRoutes } from '#features/submission/server/drafts/routes.ts';
import { submissionRoutes } from '#features/submission/server/routes.ts';
import { subscriptionContract } from '#features/subscription/contract.ts';
import { subscriptionRoutes } from '#features/subscription/server/routes.ts';
import { timeContract } from '#features/time/contract.ts';
import { timeRoutes } from '#features/time/server/routes.ts';
import { visitClockRoutes } from '#features/time/server/visitClock/routes.ts';
import { visitClockContract } from '#features/time/visitClockContract.ts';
import { unitsContract } from '#features/units/contract.ts';
import { adjustTotal, changeTotal, openUnits, purchaseUnits } from '#features/units/server/actions.ts';
import { unitsRoutes } from '#features/units/server/routes.ts';

/** What `clients` needs from the features after it. */
const ledger = { openUnits, adjustTotal, changeTotal, purchaseUnits, readForecasts, sendUsageAlerts };

/** The effect of new rates, for `services` and `clients`. */
const visitRates = { previewRates, applyRates };

export const features: Feature[] = [
  feature(authContract, authRoutes),
  feature(
    businessesContract,
    businessesRoutes({ findSession, addDefaultServices, countUndecided, updateChecks, hasNotes }),
  ),
  feature(servicesContract, servicesRoutes(visitRates)),
  feature(peopleContract, peopleRoutes),
  feature(picturesContract, picturesRoutes),
  feature(clientsContract, clientsRoutes(ledger)),
  feature(authorizationsContract, authorizationsRoutes({ ...ledger, ...visitRates, isAuthorizationUsed })),
  feature(assignmentsContract, assignmentsRoutes),
  feature(documentsContract, documentsRoutes),
  feature(resourcesContract, resourcesRoutes),
  feature(unitsContract, unitsRoutes(hasOpenDispute)),
  feature(auditContract, auditRoutes),
  feature(exportsContract, exportsRoutes),
  feature(draftsContract, draftsRoutes),
  feature(timeContract, timeRoutes(hasOpenDispute)),
  feature(visitClockContract, visitClockRoutes),
  feature(payrollContract, payrollRoutes),
  feature(invoicesContract, invoicesRoutes),
  feature(claimsContract, claimsRoutes),
  feature(statementsContract, statementsRoutes),
  feature(importsContract, importsRoutes({ openUnits, purchaseUnits })),
  feature(packetsContract, packetsRoutes),
  feature(announcementsContract, announcementsRoutes),
  feature(dashboardContract, dashboardRoutes),
  feature(eventsContract, eventRoutes(isSessionValid)),
  feature(notesContract, notesRoutes),
  feature(submissionContract, submissionRoutes({ sendUsageAlerts })),
  feature(evidenceContract, evidenceRoutes),
  feature(disputeContract, disputeRoutes),
  feature(receiptContract, receiptRoutes),
  feature(reviewContract, reviewRoutes),
  feature(checksContract, checksRoutes),
  feature(forecastContract, forecastRoutes),
  feature(searchContract, searchRoutes),
  feature(mailContract, mailRoutes),
  feature(subscriptionContract, subscriptionRoutes),
];
