/** The screens before the login. */

import { createRoute } from '@tanstack/react-router';
import { registerAdminSearch, resetPasswordSearch } from '#features/auth/web/searchParams.ts';
import { registerSearch } from '#features/businesses/web/searchParams.ts';
import { paymentSuccessSearch } from '#features/subscription/web/searchParams.ts';
import { rootRoute } from './rootRoute.ts';
import { screenCode } from './screenCode.ts';

const getParentRoute = () => rootRoute;

export const signedOutRoutes = [
  createRoute({
    getParentRoute,
    path: '/register',
    validateSearch: registerSearch,
    staticData: {
      title: 'Register your business',
      access: 'signed-out',
      code: screenCode['/register'],
    },
  }),
  createRoute({
    getParentRoute,
    path: '/register-admin',
    validateSearch: registerAdminSearch,
    staticData: {
      title: 'Create the administrator',
      access: 'signed-out',
      code: screenCode['/register-admin'],
    },
  }),
  createRoute({
    getParentRoute,
    path: '/subscribe',
    staticData: {
      title: 'Subscribe',
      access: 'signed-out',
      code: screenCode['/subscribe'],
    },
  }),
  createRoute({
    getParentRoute,
    path: '/payment-success',
    validateSearch: paymentSuccessSearch,
    staticData: {
      title: 'Payment successful',
      access: 'signed-out',
      code: screenCode['/payment-success'],
    },
  }),
  createRoute({
    getParentRoute,
    path: '/reset-password',
    validateSearch: resetPasswordSearch,
    staticData: {
      title: 'Choose a new password',
      access: 'signed-out',
      code: screenCode['/reset-password'],
    },
  }),
  createRoute({
    getParentRoute,
    path: '/r/$',
    staticData: {
      title: 'Your visit',
      access: 'signed-out',
      code: screenCode['/r/$'],
    },
  }),
] as const;
