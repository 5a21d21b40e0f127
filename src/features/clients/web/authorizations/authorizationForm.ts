import { z } from 'zod';
import { authorizationChange, authorizationStatus } from '#features/clients/authorizationContract.ts';
import { normalizeNumber } from '#features/clients/web/form/numbers.ts';
import type { Rate } from '#features/services/rateContract.ts';
import { areSameRates, ratesForm, toRateValues } from '#features/services/ratesFormRules.ts';
import type { Authorization } from './queries.ts';

/** The option of the service select for a name without a service of the business. */
export const OTHER = '~other';

const fields = authorizationChange.shape;

/** Units or dollars as typed; a thousands separator is removed. Empty text is none. */
const toNumber = (text: string): string | number | null | undefined => normalizeNumber(text, text.trim());

/** The form of an authorization. The server compares the dates and the caps. */
export const authorizationForm = z
  .object({
    category: z.string().min(1, { error: 'Please select a service' }),
    serviceName: z.string().trim(),
    serviceDescription: fields.serviceDescription,
    startDate: fields.startDate,
    expiryDate: fields.expiryDate,
    unitsAuthorized: z.string().transform(toNumber).pipe(fields.unitsAuthorized),
    unitsPerWeek: z.string().transform(toNumber).pipe(fields.unitsPerWeek),
    unitsPerMonth: z.string().transform(toNumber).pipe(fields.unitsPerMonth),
    payer: fields.payer,
    payerClientId: fields.payerClientId,
    reference: fields.reference,
    rates: ratesForm,
    status: authorizationStatus,
    notes: fields.notes,
  })
  .superRefine(
    ({ category, serviceName }, context) => {
      if (category !== OTHER) return;
      const { error } = fields.serviceName.unwrap().safeParse(serviceName);
      if (error)
        context.addIssue({ code: 'custom', path: ['serviceName'], message: error.issues[0]?.message });
    },
    // Also when other fields are invalid.
    { when: () => true },
  );

export type AuthorizationValues = z.input<typeof authorizationForm>;
export type AuthorizationOutput = z.output<typeof authorizationForm>;

/** Only a service of the business can have these. */
const BUDGET = [
  'unitsAuthorized',
  'unitsPerWeek',
  'unitsPerMonth',
  'payer',
  'payerClientId',
  'reference',
  'rates',
  'startDate',
] as const satisfies readonly (keyof AuthorizationValues)[];

const toNumberText = (value: string | null | undefined): string => (value ? String(Number(value)) : '');

/** The initial values in the order of the screen: an authorization, or an empty form. */
export function valuesOf(authorization: Authorization | null): AuthorizationValues {
  const values = authorization;
  return {
    category: values === null ? '' : (values.category ?? OTHER),
    serviceName: values?.serviceName ?? '',
    serviceDescription: values?.serviceDescription ?? '',
    startDate: values?.startDate ?? '',
    expiryDate: values?.expiryDate ?? '',
    unitsAuthorized: toNumberText(values?.unitsAuthorized),
    rates: toRateValues(values?.rates),
    unitsPerWeek: toNumberText(values?.unitsPerWeek),
    unitsPerMonth: toNumberText(values?.unitsPerMonth),
    payer: values?.payer ?? '',
    payerClientId: values?.payerClientId ?? '',
    reference: values?.reference ?? '',
    status: values?.status ?? 'approved',
    notes: values?.notes ?? '',
  };
}

/** The body of a new authorization: of a service by its key, or only a name. */
export function toBody({ category, serviceName, ...values }: AuthorizationOutput) {
  if (category !== OTHER) return { ...values, category };
  const named = Object.fromEntries(
    Object.entries(values).filter(([name]) => !BUDGET.some((field) => field === name)),
  ) as Omit<typeof values, (typeof BUDGET)[number]>;
  return { ...named, serviceName };
}

/** The fields that differ from the authorization as it was when the form opened; changes by others stay. */
export function toChange(
  before: Authorization,
  values: AuthorizationOutput,
): Partial<ReturnType<typeof toBody>> {
  const initial = toBody(authorizationForm.parse(valuesOf(before)));
  const changed = Object.entries(toBody(values)).filter(([name, value]) =>
    name === 'rates'
      ? !areSameRates(value as Rate[], before.rates ?? [])
      : initial[name as keyof typeof initial] !== value,
  );
  return Object.fromEntries(changed);
}
