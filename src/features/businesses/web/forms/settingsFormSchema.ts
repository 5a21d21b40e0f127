import { z } from 'zod';
import { businessSettings, weekday } from '#features/businesses/contract.ts';

/** The settings as a form, in which the selected weekday is a text. */
export const settingsFormSchema = businessSettings.extend({
  weekStart: z.string().transform(Number).pipe(weekday),
});
