import { z } from 'zod';
import { requiredText } from '#platform/contract/fields.ts';
import { clientInput } from '#features/clients/contract.ts';
import type { Client } from '#features/clients/web/queries.ts';
import { normalizeNumber, parseNumber } from './numbers.ts';

const fields = clientInput.shape;

/** The fields of Edit Client Information, nearly all required. Empty or zero units keep the current total. */
export const informationSchema = (units: string) =>
  z.object({
    companyName: fields.companyName,
    contactName: requiredText(255, 'Contact person is required'),
    phone: requiredText(50, 'Phone is required'),
    address: requiredText(500, 'Address is required'),
    email: fields.email,
    signatureCode: requiredText(20, 'Signature code is required').min(4, {
      error: 'Signature code must be at least 4 characters',
    }),
    totalTimeUnits: z
      .string()
      .transform((text): string | number | undefined =>
        parseNumber(text) === 0 ? units : normalizeNumber(text, units),
      )
      .pipe(fields.totalTimeUnits),
  });

export type InformationValues = z.input<ReturnType<typeof informationSchema>>;
export type Information = z.output<ReturnType<typeof informationSchema>>;

/** The initial values of the form. */
export const informationOf = (client: Client): InformationValues => ({
  companyName: client.companyName,
  contactName: client.contactName,
  phone: client.phone ?? '',
  address: client.address ?? '',
  email: client.email ?? '',
  signatureCode: client.signatureCode ?? '',
  totalTimeUnits: String(Number(client.generalTotalUnits)),
});
