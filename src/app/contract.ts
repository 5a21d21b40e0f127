/** All endpoints with their handlers, in the order of the product's table of contents. */
import { feature } from '../platform/server/http/handlers.ts';
import type { Feature } from '../platform/server/http/handlers.ts';
import { businessesContract } from '../features/businesses/contract.ts';
import { businessesRoutes } from '../features/businesses/server/routes.ts';

export const features: Feature[] = [feature(businessesContract, businessesRoutes)];
