/**
 * Which screen stands at which route, each in a chunk of its own. Apart from the routes: a screen's types know the
 * route table, so the table's types must not ask for the screens.
 */
import type { AnyRoute } from '@tanstack/react-router';
import { createElement } from 'react';
import type { ComponentType } from 'react';
import { lazyScreen } from '../../platform/web/ui/lazySoon.tsx';
import { Pending } from './Pending.tsx';
import {
  announcementsRoute,
  auditRoute,
  businessSettingsRoute,
  dashboardRoute,
  debugRoute,
  employeesRoute,
  homeRoute,
  profileRoute,
  employeeProfileRoute,
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

function show<Name extends string>(
  route: AnyRoute,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): void {
  route.update({ component: lazyScreen(async () => (await load())[name], createElement(Pending)) });
}

/** Gives every route its screen. */
export function attachScreens(): void {
  show(homeRoute, () => import('./home/HomePage.tsx'), 'HomePage');
  show(dashboardRoute, () => import('../../features/dashboard/web/DashboardPage.tsx'), 'DashboardPage');
  show(
    announcementsRoute,
    () => import('../../features/announcements/web/AnnouncementsPage.tsx'),
    'AnnouncementsPage',
  );
  for (const route of [profileRoute, employeeProfileRoute]) {
    show(route, () => import('../../features/people/web/ProfilePage.tsx'), 'ProfilePage');
  }
  show(employeesRoute, () => import('../../features/people/web/EmployeesPage.tsx'), 'EmployeesPage');
  show(
    businessSettingsRoute,
    () => import('../../features/businesses/web/BusinessSettingsPage.tsx'),
    'BusinessSettingsPage',
  );
  show(auditRoute, () => import('../../features/audit/web/AuditPage.tsx'), 'AuditPage');
  show(
    subscriptionRoute,
    () => import('../../features/subscription/web/SubscriptionPage.tsx'),
    'SubscriptionPage',
  );
  show(subscribeRoute, () => import('../../features/subscription/web/SubscribePage.tsx'), 'SubscribePage');
  show(
    paymentSuccessRoute,
    () => import('../../features/subscription/web/PaymentSuccessPage.tsx'),
    'PaymentSuccessPage',
  );
  show(debugRoute, () => import('../../features/auth/web/DebugPage.tsx'), 'DebugPage');
  show(registerRoute, () => import('../../features/businesses/web/RegisterPage.tsx'), 'RegisterPage');
  show(
    registerAdminRoute,
    () => import('../../features/auth/web/RegisterAdminPage.tsx'),
    'RegisterAdminPage',
  );
  show(
    resetPasswordRoute,
    () => import('../../features/auth/web/ResetPasswordPage.tsx'),
    'ResetPasswordPage',
  );
  show(submitRoute, () => import('../../features/notes/web/SubmitNotePage.tsx'), 'SubmitNotePage');
  show(myNotesRoute, () => import('../../features/notes/web/MyNotesPage.tsx'), 'MyNotesPage');
  show(searchRoute, () => import('../../features/search/web/SearchPage.tsx'), 'SearchPage');
  show(mailRoute, () => import('../../features/mail/web/MailPage.tsx'), 'MailPage');
  show(payrollRoute, () => import('../../features/payroll/web/PayrollPage.tsx'), 'PayrollPage');
  show(managementRoute, () => import('../../features/notes/web/ManagementPage.tsx'), 'ManagementPage');
  show(clientsRoute, () => import('../../features/clients/web/ClientsPage.tsx'), 'ClientsPage');
}
