import { z } from 'zod';
import { hasAuthorizations } from '#features/clients/accountStateRules.ts';
import { clientInput, DEFAULT_UNIT_RATE } from '#features/clients/contract.ts';
import type { Client, ClientChange } from '#features/clients/web/queries.ts';
import { normalizeNumber } from './numbers.ts';

export const DEFAULT_UNITS = '0';
/** Formats a number without trailing zeros. */
export const DEFAULT_RATE = String(Number(DEFAULT_UNIT_RATE));

const fields = clientInput.shape;
const numberText = (fallback: string) =>
  z.string().transform((text): string | number | undefined => normalizeNumber(text, fallback));

/** The text that replaces an invalid rate: none for a client who has none. */
export const toRateFallback = (client: Client | null): string =>
  client?.unitRate === null ? '' : DEFAULT_RATE;

const rateText = (fallback: string) =>
  z.string().transform((text): string | number | null | undefined => normalizeNumber(text, fallback) || null);

/** The form's fields; numbers are kept as text, and invalid text is replaced by the default. */
export const clientFormSchema = clientInput.omit({ intakeInformation: true }).extend({
  totalTimeUnits: numberText(DEFAULT_UNITS).pipe(fields.totalTimeUnits),
  unitRate: rateText(DEFAULT_RATE).pipe(fields.unitRate),
  receiptsByEmail: z.enum(['yes', 'no']).transform((choice) => choice === 'yes'),
});

/** For a client without a rate, who keeps having none unless one is entered. */
const withoutRateSchema = clientFormSchema.extend({ unitRate: rateText('').pipe(fields.unitRate) });

export const toClientFormSchema = (client: Client | null): typeof clientFormSchema =>
  client?.unitRate === null ? withoutRateSchema : clientFormSchema;

export type ClientValues = z.input<typeof clientFormSchema>;
export type ClientOutput = z.output<typeof clientFormSchema>;

/** The initial values: a client's data, or the defaults of a new one. */
export function valuesOf(client: Client | null): ClientValues {
  return {
    companyName: client?.companyName ?? '',
    contactName: client?.contactName ?? '',
    email: client?.email ?? '',
    phone: client?.phone ?? '',
    address: client?.address ?? '',
    totalTimeUnits: client ? String(Number(client.generalTotalUnits)) : DEFAULT_UNITS,
    unitRate: client?.unitRate ? String(Number(client.unitRate)) : toRateFallback(client),
    signatureCode: client?.signatureCode ?? '',
    status: client?.status ?? 'active',
    language: client?.language ?? 'en',
    receiptsByEmail: client?.receiptsByEmail ? 'yes' : 'no',
  };
}

/** The fields that differ from the client as it was when the form opened; changes by others stay. */
export function changesOf(before: Client, values: Partial<ClientOutput>): ClientChange {
  // The forms edit the general units.
  const current = { ...before, totalTimeUnits: before.generalTotalUnits };
  const changed = Object.entries(values).filter(([name, value]) => current[name as keyof Client] !== value);
  return Object.fromEntries(changed);
}

/** The hint of the total, which is of the general units. */
export const unitsHint = (client: Client | null): string =>
  client && hasAuthorizations(client)
    ? 'General units only, not authorized units. One unit is 15 minutes'
    : 'One unit is 15 minutes';
