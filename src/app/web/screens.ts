/**
 * The screens: address, search parameters, titles, access, code, and how navigation offers them. Routes, sidebar,
 * bottom bar, palette and titles follow from this list; the sidebar has the same order.
 */
import { createRoute, redirect } from '@tanstack/react-router';
import {
  Building2,
  CalendarClock,
  CircleUserRound,
  ClipboardCheck,
  CreditCard,
  FileText,
  House,
  LayoutDashboard,
  Mail,
  Megaphone,
  ScrollText,
  Search,
  SquarePen,
  UserCog,
  Users,
} from 'lucide-react';
import { auditSearch } from '#features/audit/web/searchParams.ts';
import { registerAdminSearch, resetPasswordSearch } from '#features/auth/web/searchParams.ts';
import { registerSearch } from '#features/businesses/web/searchParams.ts';
import { clientsSearch } from '#features/clients/web/searchParams.ts';
import { mailSearch } from '#features/mail/web/searchParams.ts';
import { managementSearch, myNotesSearch, submitSearch } from '#features/notes/web/searchParams.ts';
import { payrollSearch } from '#features/payroll/web/searchParams.ts';
import { employeesSearch } from '#features/people/web/searchParams.ts';
import { notesSearch } from '#features/search/web/searchParams.ts';
import { paymentSuccessSearch, subscriptionSearch } from '#features/subscription/web/searchParams.ts';
import { rootRoute } from './rootRoute.ts';

const getParentRoute = () => rootRoute;

export const screens = [
  createRoute({
    getParentRoute,
    path: '/',
    staticData: {
      title: 'Home',
      subtitle: 'Your day at a glance',
      code: [() => import('./home/HomePage.tsx'), 'HomePage'],
      nav: { label: 'Home', icon: House, bottomBar: 'all' },
    },
  }),
  createRoute({
    getParentRoute,
    path: '/dashboard',
    staticData: {
      title: 'Dashboard',
      subtitle: 'The status of your notes',
      forManagers: { title: 'Dashboard', subtitle: 'The status of all notes' },
      code: [() => import('#features/dashboard/web/DashboardPage.tsx'), 'DashboardPage'],
      nav: { label: 'Dashboard', icon: LayoutDashboard },
    },
  }),
  createRoute({
    getParentRoute,
    path: '/submit',
    validateSearch: submitSearch,
    staticData: {
      title: 'Submit New Note',
      subtitle: 'Record the visit; you and the client both sign',
      writes: true,
      code: [() => import('#features/notes/web/SubmitNotePage.tsx'), 'SubmitNotePage'],
      nav: { label: 'Submit Note', icon: SquarePen, bottomBar: 'all' },
    },
  }),
  createRoute({
    getParentRoute,
    path: '/my-notes',
    validateSearch: myNotesSearch,
    staticData: {
      title: 'My Notes',
      subtitle: 'View and manage your submitted notes',
      code: [() => import('#features/notes/web/MyNotesPage.tsx'), 'MyNotesPage'],
      nav: { label: 'My Notes', icon: FileText, bottomBar: 'all' },
    },
  }),
  createRoute({
    getParentRoute,
    path: '/search',
    validateSearch: notesSearch,
    staticData: {
      title: 'Search Notes',
      subtitle: 'Find notes using filters',
      code: [() => import('#features/search/web/SearchPage.tsx'), 'SearchPage'],
      nav: { label: 'Search Notes', icon: Search },
    },
  }),
  createRoute({
    getParentRoute,
    path: '/mail',
    validateSearch: mailSearch,
    staticData: {
      title: 'Mail',
      subtitle: 'Messages between you and your colleagues',
      code: [() => import('./mail/MailPage.tsx'), 'MailPage'],
      nav: { label: 'Mail', icon: Mail, bottomBar: 'employees' },
    },
  }),
  createRoute({
    getParentRoute,
    path: '/announcements',
    staticData: {
      title: 'Announcements',
      subtitle: 'Meetings, events and news from your agency',
      code: [() => import('#features/announcements/web/AnnouncementsPage.tsx'), 'AnnouncementsPage'],
      nav: { label: 'Announcements', icon: Megaphone },
    },
  }),
  createRoute({
    getParentRoute,
    path: '/payroll',
    validateSearch: payrollSearch,
    staticData: {
      title: 'My Payroll & Time Tracking',
      subtitle: 'Your hours, week by week',
      forManagers: { title: 'Payroll & Time Management', subtitle: 'Everyone’s hours, week by week' },
      code: [() => import('#features/payroll/web/PayrollPage.tsx'), 'PayrollPage'],
      nav: { label: 'Payroll & Time', icon: CalendarClock },
    },
  }),
  createRoute({
    getParentRoute,
    path: '/profile',
    staticData: {
      title: 'My Profile',
      code: [() => import('./profile/ProfilePage.tsx'), 'ProfilePage'],
      nav: { label: 'My Profile', icon: CircleUserRound },
    },
  }),
  createRoute({
    getParentRoute,
    path: '/profile/$employeeId',
    staticData: {
      title: 'Profile',
      code: [() => import('./profile/ProfilePage.tsx'), 'ProfilePage'],
    },
  }),
  createRoute({
    getParentRoute,
    path: '/subscription-management',
    validateSearch: subscriptionSearch,
    staticData: {
      title: 'Subscription',
      subtitle: 'Your plan, what it costs and when it renews',
      code: [() => import('#features/subscription/web/SubscriptionPage.tsx'), 'SubscriptionPage'],
      nav: { label: 'Subscription', icon: CreditCard },
    },
  }),
  createRoute({
    getParentRoute,
    path: '/management',
    validateSearch: managementSearch,
    staticData: {
      title: 'Notes Management',
      subtitle: 'Review and approve employee notes',
      access: 'managers',
      code: [() => import('./management/ManagementPage.tsx'), 'ManagementPage'],
      nav: { label: 'Management', icon: ClipboardCheck, bottomBar: 'all' },
    },
  }),
  createRoute({
    getParentRoute,
    path: '/clients',
    validateSearch: clientsSearch,
    staticData: {
      title: 'Client Management',
      subtitle: 'Manage clients and their documents',
      access: 'managers',
      code: [() => import('./clients/ClientsPage.tsx'), 'ClientsPage'],
      nav: { label: 'Clients', icon: Users, bottomBar: 'all' },
    },
  }),
  createRoute({
    getParentRoute,
    path: '/employees',
    validateSearch: employeesSearch,
    staticData: {
      title: 'Employees',
      subtitle: 'Everyone who can log in',
      access: 'managers',
      code: [() => import('./employees/EmployeesPage.tsx'), 'EmployeesPage'],
      nav: { label: 'Employees', icon: UserCog },
    },
  }),
  createRoute({
    getParentRoute,
    path: '/business-settings',
    staticData: {
      title: 'Business settings',
      subtitle: 'Contact data, time zone and what happens when units run out',
      access: 'managers',
      code: [() => import('./business/BusinessSettingsPage.tsx'), 'BusinessSettingsPage'],
      nav: { label: 'Business', icon: Building2 },
    },
  }),
  createRoute({
    getParentRoute,
    path: '/audit',
    validateSearch: auditSearch,
    staticData: {
      title: 'Audit log',
      subtitle: 'Activity history',
      access: 'managers',
      code: [() => import('#features/audit/web/AuditPage.tsx'), 'AuditPage'],
      nav: { label: 'Audit log', icon: ScrollText },
    },
  }),
  createRoute({
    getParentRoute,
    path: '/test',
    staticData: {
      title: 'Authentication debug',
      subtitle: 'User, token and storage of this browser',
      code: [() => import('#features/auth/web/DebugPage.tsx'), 'DebugPage'],
    },
  }),
  createRoute({
    getParentRoute,
    path: '/login',
    beforeLoad: () => {
      redirect({ to: '/', replace: true, throw: true });
    },
  }),
  createRoute({
    getParentRoute,
    path: '/register',
    validateSearch: registerSearch,
    staticData: {
      title: 'Register your business',
      access: 'signed-out',
      code: [() => import('#features/businesses/web/RegisterPage.tsx'), 'RegisterPage'],
    },
  }),
  createRoute({
    getParentRoute,
    path: '/register-admin',
    validateSearch: registerAdminSearch,
    staticData: {
      title: 'Create the administrator',
      access: 'signed-out',
      code: [() => import('#features/auth/web/RegisterAdminPage.tsx'), 'RegisterAdminPage'],
    },
  }),
  createRoute({
    getParentRoute,
    path: '/subscribe',
    staticData: {
      title: 'Subscribe',
      access: 'signed-out',
      code: [() => import('#features/subscription/web/SubscribePage.tsx'), 'SubscribePage'],
    },
  }),
  createRoute({
    getParentRoute,
    path: '/payment-success',
    validateSearch: paymentSuccessSearch,
    staticData: {
      title: 'Payment successful',
      access: 'signed-out',
      code: [() => import('#features/subscription/web/PaymentSuccessPage.tsx'), 'PaymentSuccessPage'],
    },
  }),
  createRoute({
    getParentRoute,
    path: '/reset-password',
    validateSearch: resetPasswordSearch,
    staticData: {
      title: 'Choose a new password',
      access: 'signed-out',
      code: [() => import('#features/auth/web/ResetPasswordPage.tsx'), 'ResetPasswordPage'],
    },
  }),
] as const;
