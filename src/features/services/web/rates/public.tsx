/** Rates in forms of other features. Apart from `web/public.tsx`, which screens load at first. */
export { confirmRates } from './confirmRates.ts';
export { RatesField } from './RatesField.tsx';
