/** All endpoints with their handlers, in the order of the product's table of contents. */
import { feature } from '../platform/server/http/handlers.ts';
import type { Feature } from '../platform/server/http/handlers.ts';
import { authContract } from '../features/auth/contract.ts';
import { authRoutes } from '../features/auth/server/routes.ts';
import { businessesContract } from '../features/businesses/contract.ts';
import { businessesRoutes } from '../features/businesses/server/routes.ts';
import { peopleContract } from '../features/people/contract.ts';
import { peopleRoutes } from '../features/people/server/routes.ts';
import { auditContract } from '../features/audit/contract.ts';
import { auditRoutes } from '../features/audit/server/routes.ts';
import { draftsContract } from '../features/drafts/contract.ts';
import { draftsRoutes } from '../features/drafts/server/routes.ts';
import { timeContract } from '../features/time/contract.ts';
import { timeRoutes } from '../features/time/server/routes.ts';

export const features: Feature[] = [
  feature(authContract, authRoutes),
  feature(businessesContract, businessesRoutes),
  feature(peopleContract, peopleRoutes),
  feature(auditContract, auditRoutes),
  feature(draftsContract, draftsRoutes),
  feature(timeContract, timeRoutes),
];
