import { client } from '#platform/web/api.ts';
import type { servicesContract } from '#features/services/contract.ts';
import type { Rate } from '#features/services/rateContract.ts';

const api = client<typeof servicesContract>();

/** Previews the effect of new rates of a service. */
export const previewServiceRates = (id: number, rates: Rate[]) =>
  api('POST /api/business-services/:id/rates/preview', { params: { id }, body: { rates } });
