/** The screens of a client's record, loaded together: the parts are small, and users move between them. */
export { ClientAuthorizationsPage } from './ClientAuthorizationsPage.tsx';
export { ClientDocumentsPage } from './ClientDocumentsPage.tsx';
export { ClientHistoryPage } from './ClientHistoryPage.tsx';
export { ClientInvoicesPage } from './ClientInvoicesPage.tsx';
export { ClientNotesPage } from './ClientNotesPage.tsx';
export { ClientOverviewPage } from './ClientOverviewPage.tsx';
export { ClientUnitsPage } from './ClientUnitsPage.tsx';
