import { z } from 'zod';
import {
  businessSettings,
  lateEntryHours,
  longDayHours,
  offlineHours,
  overtimeAfterHours,
  weekday,
} from '#features/businesses/contract.ts';
import { paymentTermDays } from '#features/businesses/invoiceSettingsContract.ts';

const yesOrNo = z.enum(['yes', 'no']).transform((choice) => choice === 'yes');

/** The settings as a form, in which numbers and choices are texts. */
export const settingsFormSchema = businessSettings.extend({
  weekStart: z.string().transform(Number).pipe(weekday),
  lateEntryHours: z.string().transform(Number).pipe(lateEntryHours),
  longDayHours: z.string().transform(Number).pipe(longDayHours),
  allowTwoEmployees: yesOrNo,
  offlineHours: z.string().transform(Number).pipe(offlineHours),
  overtimeAfterHours: z.string().transform(Number).pipe(overtimeAfterHours),
  allowUnsigned: yesOrNo,
  receiptShowsText: yesOrNo,
  paymentTermDays: z.string().transform(Number).pipe(paymentTermDays),
});
