import { notFound } from '#platform/server/errors.ts';
import type { Context } from '#platform/server/context.ts';
import { findSession } from '#features/sessions/server/reads.ts';
import type { Handlers } from '#platform/server/http/handlers.ts';
import type { businessesContract } from '#features/businesses/contract.ts';
import {
  getClaimState,
  countBusinesses,
  readOwnBusiness,
  unsafeBusinessById,
  withReadOnly,
} from './reads.ts';
import { changeBusiness, CLAIM_COOKIE, CLAIM_SECONDS, registerBusiness } from './actions.ts';

export const businessesRoutes: Handlers<typeof businessesContract> = {
  'GET /api/businesses/count': async ({ services }) => ({ count: await countBusinesses(services) }),

  'GET /api/businesses/:id': async (context, { params, query }) => {
    const claim = query.claim ?? context.cookies[CLAIM_COOKIE];
    if (!(await maySee(context, params.id, claim))) throw notFound();
    return withReadOnly(await unsafeBusinessById(context.services, params.id), context.now);
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
  'PUT /api/business': (context, { body }) => changeBusiness(context, body),
};

/** The holder of the registration's claim may, and the members. */
async function maySee(context: Context, businessId: number, claim: string | undefined): Promise<boolean> {
  const { services, token, now } = context;
  if (claim && (await getClaimState(services, { businessId, claim }, now)) === 'open') return true;
  const session = token ? await findSession(services, token, now) : null;
  return session?.businessId === businessId;
}
