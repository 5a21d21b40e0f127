import { z } from 'zod';
import { serviceFields } from '#features/services/contract.ts';
import { ratesForm, toRateValues } from '#features/services/ratesFormRules.ts';
import type { BusinessService } from '#features/services/web/queries.ts';

export const serviceForm = z.object({ ...serviceFields, rates: ratesForm }).omit({ unitRate: true });

export type ServiceValues = z.input<typeof serviceForm>;
export type ServiceOutput = z.output<typeof serviceForm>;

/** The initial values: a service, or an empty form. */
export const valuesOf = (service: BusinessService | null): ServiceValues => ({
  name: service?.name ?? '',
  code: service?.code ?? '',
  modifiers: service?.modifiers ?? '',
  description: service?.description ?? '',
  rates: toRateValues(service?.rates),
  rounding: service?.rounding ?? 'up',
  authorizationRequired: service?.authorizationRequired ?? 'no',
});
