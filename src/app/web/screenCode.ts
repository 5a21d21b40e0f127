/**
 * Where the code of the frame and of each screen is, by the screen's address. Apart from the routes: a screen's types
 * know the route table, so the table's types must not ask for the screens.
 */
import type { ComponentType } from 'react';

type Load = () => Promise<ComponentType>;

export const loadShell = async () => (await import('./shell/Shell.tsx')).Shell;
export const loadLanding = async () => (await import('../../features/auth/web/LandingPage.tsx')).LandingPage;

const loadProfile = async () => (await import('../../features/people/web/ProfilePage.tsx')).ProfilePage;

/** Screens of people who are signed in. */
export const signedInScreens = {
  '/': async () => (await import('./home/HomePage.tsx')).HomePage,
  '/dashboard': async () => (await import('../../features/dashboard/web/DashboardPage.tsx')).DashboardPage,
  '/announcements': async () =>
    (await import('../../features/announcements/web/AnnouncementsPage.tsx')).AnnouncementsPage,
  '/profile': loadProfile,
  '/profile/$employeeId': loadProfile,
  '/employees': async () => (await import('../../features/people/web/EmployeesPage.tsx')).EmployeesPage,
  '/business-settings': async () =>
    (await import('../../features/businesses/web/BusinessSettingsPage.tsx')).BusinessSettingsPage,
  '/audit': async () => (await import('../../features/audit/web/AuditPage.tsx')).AuditPage,
  '/subscription-management': async () =>
    (await import('../../features/subscription/web/SubscriptionPage.tsx')).SubscriptionPage,
  '/test': async () => (await import('../../features/auth/web/DebugPage.tsx')).DebugPage,
  '/submit': async () => (await import('../../features/notes/web/SubmitNotePage.tsx')).SubmitNotePage,
  '/my-notes': async () => (await import('../../features/notes/web/MyNotesPage.tsx')).MyNotesPage,
  '/search': async () => (await import('../../features/search/web/SearchPage.tsx')).SearchPage,
  '/mail': async () => (await import('../../features/mail/web/MailPage.tsx')).MailPage,
  '/payroll': async () => (await import('../../features/payroll/web/PayrollPage.tsx')).PayrollPage,
  '/management': async () => (await import('../../features/notes/web/ManagementPage.tsx')).ManagementPage,
  '/clients': async () => (await import('../../features/clients/web/ClientsPage.tsx')).ClientsPage,
} as const satisfies Record<string, Load>;

/** Screens of everybody else; any other address shows them the landing page. */
export const signedOutScreens = {
  '/register': async () => (await import('../../features/businesses/web/RegisterPage.tsx')).RegisterPage,
  '/register-admin': async () =>
    (await import('../../features/auth/web/RegisterAdminPage.tsx')).RegisterAdminPage,
  '/subscribe': async () => (await import('../../features/subscription/web/SubscribePage.tsx')).SubscribePage,
  '/payment-success': async () =>
    (await import('../../features/subscription/web/PaymentSuccessPage.tsx')).PaymentSuccessPage,
  '/reset-password': async () =>
    (await import('../../features/auth/web/ResetPasswordPage.tsx')).ResetPasswordPage,
} as const satisfies Record<string, Load>;

/** The code of the screen at a route's address; null for one that only leads elsewhere. */
export const screenAt = (path: string): Load | null =>
  ({ ...signedInScreens, ...signedOutScreens } as Record<string, Load | undefined>)[path] ?? null;
