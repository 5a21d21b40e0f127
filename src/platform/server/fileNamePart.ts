/** The most characters of a name in a file name. */
const MAX_LENGTH = 40;

/** A name for a file name, in plain letters and digits: 'José Ruiz, Jr.' is 'Jose-Ruiz-Jr'. @param other for a name without any */
export function toFileNamePart(name: string, other: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  const letters = plain.replaceAll(/[^A-Za-z0-9]+/g, ' ').trim();
  return letters.slice(0, MAX_LENGTH).trim().replaceAll(' ', '-') || other;
}
