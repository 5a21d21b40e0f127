/** The fields of a card as they are typed: digits alone, set as they stand on the card. */

const digitsOf = (text: string) => text.replace(/\D/g, '');

/** '4242424242424242' is '4242 4242 4242 4242'. */
export const groupsOfFour = (typed: string): string =>
  digitsOf(typed)
    .slice(0, 19)
    .replace(/(.{4})(?=.)/g, '$1 ');

/** '1230' is '12/30'. The keys of a phone have no slash, so it comes by itself; taken back, it stays away. */
export function monthAndYear(typed: string, before: string): string {
  const isOneDigitMonth = /^\s*([2-9]|1\s*\/)/.test(typed);
  const digits = (isOneDigitMonth ? '0' : '') + digitsOf(typed);
  const [month, year] = [digits.slice(0, 2), digits.slice(2)];
  if (year) return `${month}/${year.slice(0, year.startsWith('20') ? 4 : 2)}`;
  const isTakenBack = typed.length < before.length;
  return month.length === 2 && !isTakenBack ? `${month}/` : month;
}

/** Three or four digits. */
export const securityCode = (typed: string): string => digitsOf(typed).slice(0, 4);

/** Where the caret stands in the tidied text, once it stood at this place of the typed one. */
export function caretIn(tidied: string, typed: string, at: number): number {
  const wanted = digitsOf(typed.slice(0, at)).length;
  const last = [...tidied.matchAll(/\d/g)][wanted - 1];
  if (at >= typed.length) return tidied.length;
  return last ? last.index + 1 : 0;
}

/** The fields before anything is typed. */
export const emptyCard = { cardNumber: '', expiry: '', cvc: '' };
