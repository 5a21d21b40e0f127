/** Formats card fields while typing, the way they are printed on the card. */

const digitsOf = (text: string) => text.replace(/\D/g, '');

/** '4242424242424242' is '4242 4242 4242 4242'. */
export const groupsOfFour = (typed: string): string =>
  digitsOf(typed)
    .slice(0, 19)
    .replace(/(.{4})(?=.)/g, '$1 ');

/** '1230' is '12/30'. Numeric keyboards have no slash, so it is inserted, except while deleting. */
export function monthAndYear(typed: string, before: string): string {
  const isOneDigitMonth = /^\s*([2-9]|1\s*\/)/.test(typed);
  const digits = (isOneDigitMonth ? '0' : '') + digitsOf(typed);
  const [month, year] = [digits.slice(0, 2), digits.slice(2)];
  if (year) return `${month}/${year.slice(0, year.startsWith('20') ? 4 : 2)}`;
  const isDeleting = typed.length < before.length;
  return month.length === 2 && !isDeleting ? `${month}/` : month;
}

/** Three or four digits. */
export const securityCode = (typed: string): string => digitsOf(typed).slice(0, 4);

/** The caret's position in the formatted text for its position in the typed text. */
export function caretIn(formatted: string, typed: string, at: number): number {
  const digits = digitsOf(typed.slice(0, at)).length;
  const last = [...formatted.matchAll(/\d/g)][digits - 1];
  if (at >= typed.length) return formatted.length;
  return last ? last.index + 1 : 0;
}

/** The initial values. */
export const emptyCard = { cardNumber: '', expiry: '', cvc: '' };
