/**
 * The screens: address, search parameters, titles, access, code, and how navigation offers them. Routes, sidebar,
 * bottom bar, palette and titles follow from this list; the sidebar has the same order.
 */

import { createRoute, redirect } from '@tanstack/react-router';
import {
  ArrowLeftRight,
  Banknote,
  Building2,
  CalendarClock,
  CircleUserRound,
  ClipboardCheck,
  CreditCard,
  FileText,
  House,
  LayoutDashboard,
  ListChecks,
  Mail,
  Megaphone,
  ScrollText,
  Search,
  SquarePen,
  UserCog,
  Users,
} from 'lucide-react';
import { auditSearch } from '#features/audit/web/searchParams.ts';
import { clientsSearch } from '#features/clients/web/searchParams.ts';
import { dashboardSearch } from '#features/dashboard/web/searchParams.ts';
import { billingSearch } from '#features/invoices/web/searchParams.ts';
import { mailSearch } from '#features/mail/web/searchParams.ts';
import { myNotesSearch } from '#features/notes/web/searchParams.ts';
import { payrollSearch } from '#features/payroll/web/searchParams.ts';
import { employeesSearch } from '#features/people/web/searchParams.ts';
import { managementSearch, reviewSearch } from '#features/review/web/searchParams.ts';
import { notesSearch } from '#features/search/web/searchParams.ts';
import { submitSearch } from '#features/submission/web/searchParams.ts';
import { subscriptionSearch } from '#features/subscription/web/searchParams.ts';
import { clientRoutes, redirectToRecord } from './clients/clientRoutes.ts';
import { rootRoute } from './rootRoute.ts';
import { screenCode } from './screenCode.ts';
import { signedOutRoutes } from './signedOutRoutes.ts';

const getParentRoute = () => rootRoute;

export const screens = [
  createRoute({
    getParentRoute,
    path: '/review',
    validateSearch: reviewSearch,
    staticData: {
      title: 'Review',
      subtitle: 'Notes to review, oldest first',
      access: 'managers',
      code: screenCode['/review'],
      nav: { label: 'Review', icon: ListChecks, bottomBar: 'all', pinned: true },
    },
  }),
  createRoute({
    getParentRoute,
    path: '/',
    staticData: {
      title: 'Home',
      subtitle: 'Your day at a glance',
      code: screenCode['/'],
      nav: { label: 'Home', icon: House, bottomBar: 'all' },
    },
  }),
  createRoute({
    getParentRoute,
    path: '/dashboard',
    validateSearch: dashboardSearch,
    staticData: {
      title: 'Dashboard',
      subtitle: 'The status of your notes',
      forManagers: { title: 'Dashboard', subtitle: 'The status of all notes' },
      code: screenCode['/dashboard'],
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
      code: screenCode['/submit'],
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
      code: screenCode['/my-notes'],
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
      code: screenCode['/search'],
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
      code: screenCode['/mail'],
      nav: { label: 'Mail', icon: Mail, bottomBar: 'employees' },
    },
  }),
  createRoute({
    getParentRoute,
    path: '/announcements',
    staticData: {
      title: 'Announcements',
      subtitle: 'Meetings, events and news from your agency',
      code: screenCode['/announcements'],
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
      code: screenCode['/payroll'],
      nav: { label: 'Payroll & Time', icon: CalendarClock },
    },
  }),
  createRoute({
    getParentRoute,
    path: '/profile',
    staticData: {
      title: 'My Profile',
      code: screenCode['/profile'],
      nav: { label: 'My Profile', icon: CircleUserRound },
    },
  }),
  createRoute({
    getParentRoute,
    path: '/profile/$employeeId',
    staticData: {
      title: 'Profile',
      code: screenCode['/profile/$employeeId'],
    },
  }),
  createRoute({
    getParentRoute,
    path: '/subscription-management',
    validateSearch: subscriptionSearch,
    staticData: {
      title: 'Subscription',
      subtitle: 'Your plan, what it costs and when it renews',
      code: screenCode['/subscription-management'],
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
      code: screenCode['/management'],
      nav: { label: 'Management', icon: ClipboardCheck },
    },
  }),
  createRoute({
    getParentRoute,
    path: '/clients',
    validateSearch: clientsSearch,
    beforeLoad: ({ search }) => redirectToRecord(search),
    staticData: {
      title: 'Client Management',
      subtitle: 'Manage clients and their documents',
      access: 'managers',
      code: screenCode['/clients'],
      nav: { label: 'Clients', icon: Users, bottomBar: 'all' },
    },
  }),
  ...clientRoutes,
  createRoute({
    getParentRoute,
    path: '/billing',
    validateSearch: billingSearch,
    staticData: {
      title: 'Billing',
      subtitle: 'Work to bill, invoices, and claims',
      access: 'managers',
      code: screenCode['/billing'],
      nav: { label: 'Billing', icon: Banknote },
    },
  }),
  createRoute({
    getParentRoute,
    path: '/billing/claims/$batchId',
    staticData: { title: 'Claim batch', access: 'managers', code: screenCode['/billing/claims/$batchId'] },
  }),
  createRoute({
    getParentRoute,
    path: '/billing/$invoiceId',
    staticData: { title: 'Invoice', access: 'managers', code: screenCode['/billing/$invoiceId'] },
  }),
  createRoute({
    getParentRoute,
    path: '/employees',
    validateSearch: employeesSearch,
    staticData: {
      title: 'Employees',
      subtitle: 'Everyone who can log in',
      access: 'managers',
      code: screenCode['/employees'],
      nav: { label: 'Employees', icon: UserCog },
    },
  }),
  createRoute({
    getParentRoute,
    path: '/business-settings',
    staticData: {
      title: 'Business settings',
      subtitle: 'Services, contact data, time zone and what happens when units run out',
      access: 'managers',
      code: screenCode['/business-settings'],
      nav: { label: 'Business', icon: Building2 },
    },
  }),
  createRoute({
    getParentRoute,
    path: '/records',
    staticData: {
      title: 'Import and export',
      subtitle: 'Audit-day packets, spreadsheet imports, and exports',
      access: 'managers',
      code: screenCode['/records'],
      nav: { label: 'Import & export', icon: ArrowLeftRight },
    },
  }),
  createRoute({
    getParentRoute,
    path: '/records/imports/$importId',
    staticData: { title: 'Import', access: 'managers', code: screenCode['/records/imports/$importId'] },
  }),
  createRoute({
    getParentRoute,
    path: '/audit',
    validateSearch: auditSearch,
    staticData: {
      title: 'Audit log',
      subtitle: 'Activity history',
      access: 'managers',
      code: screenCode['/audit'],
      nav: { label: 'Audit log', icon: ScrollText },
    },
  }),
  createRoute({
    getParentRoute,
    path: '/test',
    staticData: {
      title: 'Authentication debug',
      subtitle: 'User, token and storage of this browser',
      code: screenCode['/test'],
    },
  }),
  createRoute({
    getParentRoute,
    path: '/login',
    beforeLoad: () => {
      redirect({ to: '/', replace: true, throw: true });
    },
  }),
  ...signedOutRoutes,
] as const;
