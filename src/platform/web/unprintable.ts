import { plural } from './format.ts';

/** Names the characters that PDFs show as codes, because no font has them. @param codes at least one: 'U+13000' */
export function describeUnprintable(codes: readonly string[], what: 'PDF' | 'PDFs') {
  const verb = what === 'PDF' ? 'shows' : 'show';
  return {
    title: `The ${what} ${verb} ${plural(codes.length, 'character', 'characters')} as ${codes.length === 1 ? 'a code' : 'codes'}`,
    description: `No font has ${codes.join(', ')}. Replace ${codes.length === 1 ? 'it' : 'them'} if the text needs to be readable.`,
  };
}
