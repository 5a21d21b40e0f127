/**
 * Where the code of the frame and of each screen is, by the screen's address. Apart from the routes: a screen's types
 * know the route table, so the table's types must not ask for the screens.
 */
import type { ComponentType } from 'react';

/** A screen may name what it reads first, given what stands behind the question mark: it is asked for ahead. */
export type Screen = ComponentType & { readAhead?: (search: never) => void };

type Load = () => Promise<Screen>;

// Not with `await`, of which the bundler makes twice as much: this is the first file of all, and the list is long.

export const loadShell = () => import('./shell/Shell.tsx').then((code) => code.Shell);
export const loadLiveChanges = () => import('#platform/web/liveChanges.ts');
export const loadLanding = () =>
  import('#features/auth/web/LandingPage.tsx').then((code) => code.LandingPage);

const loadProfile = () => import('./profile/ProfilePage.tsx').then((code) => code.ProfilePage);

/** Screens of people who are signed in. */
export const signedInScreens = {
  '/': () => import('./home/HomePage.tsx').then((code) => code.HomePage),
  '/dashboard': () => import('#features/dashboard/web/DashboardPage.tsx').then((code) => code.DashboardPage),
  '/announcements': () =>
    import('#features/announcements/web/AnnouncementsPage.tsx').then((code) => code.AnnouncementsPage),
  '/profile': loadProfile,
  '/profile/$employeeId': loadProfile,
  '/employees': () => import('./employees/EmployeesPage.tsx').then((code) => code.EmployeesPage),
  '/business-settings': () =>
    import('./business/BusinessSettingsPage.tsx').then((code) => code.BusinessSettingsPage),
  '/audit': () => import('#features/audit/web/AuditPage.tsx').then((code) => code.AuditPage),
  '/subscription-management': () =>
    import('#features/subscription/web/SubscriptionPage.tsx').then((code) => code.SubscriptionPage),
  '/test': () => import('#features/auth/web/DebugPage.tsx').then((code) => code.DebugPage),
  '/submit': () => import('#features/notes/web/SubmitNotePage.tsx').then((code) => code.SubmitNotePage),
  '/my-notes': () => import('#features/notes/web/MyNotesPage.tsx').then((code) => code.MyNotesPage),
  '/search': () => import('#features/search/web/SearchPage.tsx').then((code) => code.SearchPage),
  '/mail': () => import('#features/mail/web/MailPage.tsx').then((code) => code.MailPage),
  '/payroll': () => import('#features/payroll/web/PayrollPage.tsx').then((code) => code.PayrollPage),
  '/management': () => import('#features/notes/web/ManagementPage.tsx').then((code) => code.ManagementPage),
  '/clients': () => import('./clients/ClientsPage.tsx').then((code) => code.ClientsPage),
} as const satisfies Record<string, Load>;

/** Screens of everybody else; any other address shows them the landing page. */
export const signedOutScreens = {
  '/register': () => import('#features/businesses/web/RegisterPage.tsx').then((code) => code.RegisterPage),
  '/register-admin': () =>
    import('#features/auth/web/RegisterAdminPage.tsx').then((code) => code.RegisterAdminPage),
  '/subscribe': () =>
    import('#features/subscription/web/SubscribePage.tsx').then((code) => code.SubscribePage),
  '/payment-success': () =>
    import('#features/subscription/web/PaymentSuccessPage.tsx').then((code) => code.PaymentSuccessPage),
  '/reset-password': () =>
    import('#features/auth/web/ResetPasswordPage.tsx').then((code) => code.ResetPasswordPage),
} as const satisfies Record<string, Load>;

/** The code of the screen at a route's address; null for one that only leads elsewhere. */
export const screenAt = (path: string): Load | null =>
  ({ ...signedInScreens, ...signedOutScreens } as Record<string, Load | undefined>)[path] ?? null;

/** Fetches the code of a screen before anybody asks; whoever asks is told if it does not come. */
export const fetchCode = (path: string): void => void screenAt(path)?.().catch(() => undefined);
