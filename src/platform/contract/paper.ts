/** Paper sizes for PDF documents and printing. */

/** US Letter is 8.5 by 11 inches; A4 is 210 by 297 mm (ISO 216). */
export const PAPER_SIZES = ['letter', 'a4'] as const;
export type PaperSize = (typeof PAPER_SIZES)[number];
