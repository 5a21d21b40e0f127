/** Screens for people who are not signed in; every other address shows the login landing page. */
import { createRoute } from '@tanstack/react-router';
import { rootRoute } from './rootRoute.ts';
import { paymentSuccessSearch, registerAdminSearch, registerSearch, resetPasswordSearch } from './search.ts';

const getParentRoute = () => rootRoute;
const audience = 'signed-out';

export const registerRoute = createRoute({
  getParentRoute,
  path: '/register',
  validateSearch: registerSearch,
  staticData: { title: 'Register your business', audience },
});

export const registerAdminRoute = createRoute({
  getParentRoute,
  path: '/register-admin',
  validateSearch: registerAdminSearch,
  staticData: { title: 'Create the administrator', audience },
});

export const subscribeRoute = createRoute({
  getParentRoute,
  path: '/subscribe',
  staticData: { title: 'Subscribe', audience },
});

export const paymentSuccessRoute = createRoute({
  getParentRoute,
  path: '/payment-success',
  validateSearch: paymentSuccessSearch,
  staticData: { title: 'Payment successful', audience },
});

export const resetPasswordRoute = createRoute({
  getParentRoute,
  path: '/reset-password',
  validateSearch: resetPasswordSearch,
  staticData: { title: 'Choose a new password', audience },
});
