/** The test cards of the sandbox, which are those of Stripe. */
import { AppError } from '#platform/server/errors.ts';

const ACCEPTED = new Set([
  '4242424242424242',
  '4000056655665556',
  '5555555555554444',
  '2223003122003222',
  '5200828282828210',
  '5105105105105100',
  '378282246310005',
  '371449635398431',
  '6011111111111117',
  '3056930009020004',
  '3566002020360505',
  '6200000000000005',
]);
/** Accepted at first, declined at renewals. */
const DECLINED_LATER = '4000000000000341';

const REFUSALS: Record<string, [code: string, message: string]> = {
  '4000000000009995': ['insufficient_funds', 'Your card has insufficient funds.'],
  '4000000000000069': ['expired_card', 'Your card has expired.'],
};

const DECLINED = '4000000000000002';
const NOT_A_TEST_CARD =
  'Your card was declined. This is test mode, so only test cards are accepted, such as 4242 4242 4242 4242.';

/** Accepts a card. @returns whether it is declined at renewals @throws 402 with the reason */
export function acceptCard(digits: string): { declinesLater: boolean } {
  if (ACCEPTED.has(digits)) return { declinesLater: false };
  if (digits === DECLINED_LATER) return { declinesLater: true };
  if (digits === DECLINED) throw declined();
  const [code, message] = REFUSALS[digits] ?? ['card_declined', NOT_A_TEST_CARD];
  throw new AppError(402, code, { message });
}

/** 402: the charge to the card failed. */
export const declined = () => new AppError(402, 'card_declined', { message: 'Your card was declined.' });
