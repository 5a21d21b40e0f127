import { optional, toOneOf, toRowId, toText, type RawSearch } from '#platform/web/searchParams.ts';

/** `payment-method=update` opens the form of another test card. */
export const subscriptionSearch = (raw: RawSearch) =>
  optional({ 'payment-method': toOneOf('update')(raw['payment-method']) });

/** `redirect_status` comes from the payment provider; `businessId` survives a reload. */
export const paymentSuccessSearch = (raw: RawSearch) =>
  optional({ businessId: toRowId(raw['businessId']), redirect_status: toText(raw['redirect_status']) });
