/** The codes of characters that a PDF shows as codes, because no font has them: 'U+1F600, U+E000'. */
export const UNPRINTABLE_HEADER = 'Unprintable-Characters';

/** How many of them are named: servers and browsers accept headers of a few kilobytes. */
export const MAX_UNPRINTABLE = 100;
