/** Screens for people who are signed in. A screen for managers is not there for others. */
import { createRoute, redirect } from '@tanstack/react-router';
import { rootRoute } from './rootRoute.ts';
import { auditSearch, employeesSearch, subscriptionSearch } from './search.ts';

const getParentRoute = () => rootRoute;

export const homeRoute = createRoute({
  getParentRoute,
  path: '/',
  staticData: { title: 'Home', subtitle: 'Where your work begins' },
});

export const loginRoute = createRoute({
  getParentRoute,
  path: '/login',
  beforeLoad: () => {
    redirect({ to: '/', replace: true, throw: true });
  },
});

export const dashboardRoute = createRoute({
  getParentRoute,
  path: '/dashboard',
  staticData: {
    title: 'Dashboard',
    subtitle: 'Where your notes stand',
    forManagers: { title: 'Dashboard', subtitle: 'Where all notes stand' },
  },
});

export const announcementsRoute = createRoute({
  getParentRoute,
  path: '/announcements',
  staticData: { title: 'Announcements', subtitle: 'Meetings, events and news of your business' },
});

export const profileRoute = createRoute({
  getParentRoute,
  path: '/profile',
  staticData: { title: 'My Profile' },
});

export const employeeProfileRoute = createRoute({
  getParentRoute,
  path: '/profile/$employeeId',
  staticData: { title: 'Profile' },
});

export const employeesRoute = createRoute({
  getParentRoute,
  path: '/employees',
  validateSearch: employeesSearch,
  staticData: { title: 'Employees', subtitle: 'Everybody who can sign in', audience: 'managers' },
});

export const businessSettingsRoute = createRoute({
  getParentRoute,
  path: '/business-settings',
  staticData: {
    title: 'Business settings',
    subtitle: 'Contact data, time zone and what happens when units run out',
    audience: 'managers',
  },
});

export const auditRoute = createRoute({
  getParentRoute,
  path: '/audit',
  validateSearch: auditSearch,
  staticData: { title: 'Audit log', subtitle: 'Who did what, when and from where', audience: 'managers' },
});

export const subscriptionRoute = createRoute({
  getParentRoute,
  path: '/subscription-management',
  validateSearch: subscriptionSearch,
  staticData: { title: 'Subscription', subtitle: 'Your plan, what it costs and when it renews' },
});

export const debugRoute = createRoute({
  getParentRoute,
  path: '/test',
  staticData: { title: 'Authentication debug', subtitle: 'User, token and storage of this browser' },
});
