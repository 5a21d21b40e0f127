/** The codes of characters that a PDF shows as codes, because no font has them: 'U+1F600, U+E000'. */
export const UNPRINTABLE_HEADER = 'Unprintable-Characters';
