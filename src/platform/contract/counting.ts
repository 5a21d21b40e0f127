/** Totals are counted up to this number, which then means so many or more. */
export const COUNT_CAP = 10_000;
