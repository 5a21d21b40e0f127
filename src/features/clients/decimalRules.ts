/** Hundredths of a unit, so that sums of decimals are exact. */
export const toHundredths = (units: string): number => Math.round(Number(units) * 100);

/** `150` hundredths are `'1.50'`. */
export const toDecimal = (hundredths: number): string => (hundredths / 100).toFixed(2);

export const subtractDecimals = (first: string, second: string): string =>
  toDecimal(toHundredths(first) - toHundredths(second));

export const addDecimals = (first: string, second: string): string =>
  toDecimal(toHundredths(first) + toHundredths(second));
