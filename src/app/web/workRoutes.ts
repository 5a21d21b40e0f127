/** Screens of the daily work: notes, hours and clients. */
import { createRoute } from '@tanstack/react-router';
import { rootRoute } from './rootRoute.ts';
import {
  clientsSearch,
  mailSearch,
  managementSearch,
  myNotesSearch,
  payrollSearch,
  searchNotesSearch,
  submitSearch,
} from './search.ts';

const getParentRoute = () => rootRoute;

export const submitRoute = createRoute({
  getParentRoute,
  path: '/submit',
  validateSearch: submitSearch,
  staticData: { title: 'Submit New Note', subtitle: 'What was done, when, and signed by both', writes: true },
});

export const myNotesRoute = createRoute({
  getParentRoute,
  path: '/my-notes',
  validateSearch: myNotesSearch,
  staticData: { title: 'My Notes', subtitle: 'View and manage your submitted notes' },
});

export const searchRoute = createRoute({
  getParentRoute,
  path: '/search',
  validateSearch: searchNotesSearch,
  staticData: { title: 'Search Notes', subtitle: 'Find notes using filters' },
});

export const mailRoute = createRoute({
  getParentRoute,
  path: '/mail',
  validateSearch: mailSearch,
  staticData: { title: 'Mail', subtitle: 'Messages between you and your colleagues' },
});

export const managementRoute = createRoute({
  getParentRoute,
  path: '/management',
  validateSearch: managementSearch,
  staticData: {
    title: 'Notes Management',
    subtitle: 'Review and approve employee notes',
    audience: 'managers',
  },
});

export const payrollRoute = createRoute({
  getParentRoute,
  path: '/payroll',
  validateSearch: payrollSearch,
  staticData: {
    title: 'My Payroll & Time Tracking',
    subtitle: 'What you worked, week by week',
    forManagers: { title: 'Payroll & Time Management', subtitle: 'What everybody worked, week by week' },
  },
});

export const clientsRoute = createRoute({
  getParentRoute,
  path: '/clients',
  validateSearch: clientsSearch,
  staticData: {
    title: 'Client Management',
    subtitle: 'Manage clients and their documents',
    audience: 'managers',
  },
});
