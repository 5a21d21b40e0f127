import { notFound } from '#platform/server/errors.ts';
import type { SessionResolver } from '#platform/server/http/authorize.ts';
import { feature } from '#platform/server/http/handlers.ts';
import { businessesContract } from '#features/businesses/contract.ts';
import { CLAIM_COOKIE, CLAIM_SECONDS, registerBusiness } from './actions.ts';
import { setLockedThrough, type CountUndecided } from './periodActions.ts';
import {
  findClaimState,
  countBusinesses,
  readOwnBusiness,
  unsafeBusinessById,
  withReadOnly,
} from './reads.ts';
import { changeBusiness, type HasNotes, type UpdateChecks } from './settingsActions.ts';

interface Dependencies {
  /** Finds the session of a member, for a public endpoint that shows members more. */
  findSession: SessionResolver;
  countUndecided: CountUndecided;
  updateChecks: UpdateChecks;
  hasNotes: HasNotes;
}

export const businessesRoutes = ({ findSession, countUndecided, updateChecks, hasNotes }: Dependencies) =>
  feature(businessesContract, {
    'GET /api/businesses/count': async ({ services }) => ({ count: await countBusinesses(services) }),

    'GET /api/businesses/:id': async (context, { params, query }) => {
      const claim = query.claim ?? context.cookies[CLAIM_COOKIE];
      const { services, tokenKey, now } = context;
      const isClaimed =
        claim && (await findClaimState(services, { businessId: params.id, claim }, now)) === 'open';
      const session = isClaimed || !tokenKey ? null : await findSession(services, tokenKey, now);
      if (!isClaimed && session?.businessId !== params.id) throw notFound();
      return withReadOnly(await unsafeBusinessById(services, params.id), now);
    },

    'POST /api/auth/register-business': async (context, { body }) => {
      const { business, claim } = await registerBusiness(context, body);
      context.setCookie(CLAIM_COOKIE, claim, { path: '/api', maxAge: CLAIM_SECONDS });
      const message = business.isCreatorBusiness
        ? 'Business registered. It is the creator business with unlimited access.'
        : 'Business registered. Please complete the payment.';
      return { business, message };
    },

    'GET /api/business': (context) => readOwnBusiness(context),
    'PUT /api/business': (context, { body }) => changeBusiness(context, body, { updateChecks, hasNotes }),
    'PUT /api/business/locked-through': (context, { body }) =>
      setLockedThrough(context, body, countUndecided),
  });
