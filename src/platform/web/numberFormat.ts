/** Formats hours, money, units and sizes. Not in `format.ts`, as Home needs none of them. */
const hoursFormat = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const moneyFormat = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const rateFormat = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 4,
});
const unitsFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** Hours to one decimal, without a unit: '12.5'. */
export function formatHours(hours: number): string {
  return hoursFormat.format(hours);
}

/** Dollars from a decimal string or number: '$12.50'. */
export function formatMoney(dollars: string | number): string {
  return moneyFormat.format(Number(dollars));
}

/** Dollars for one unit, with up to four decimal places: '$15.00', '$6.8725'. */
export function formatRate(dollars: string): string {
  return rateFormat.format(dollars as Intl.StringNumericLiteral);
}

/** Dollars from cents: 4999 is '$49.99'. */
export function formatCents(cents: number): string {
  return moneyFormat.format(cents / 100);
}

/** Units without needless zeros: '9.00' is '9', '9.25' stays. */
export function formatUnits(units: string | number): string {
  return unitsFormat.format(Number(units));
}

const sizeUnits = ['Bytes', 'KB', 'MB', 'GB'] as const;

/** A file's size, base 1024, two decimals from KB on: '512 Bytes', '1.50 KB'. */
export function formatFileSize(bytes: number): string {
  let size = bytes;
  let step = 0;
  while (size >= 1024 && step < sizeUnits.length - 1) {
    size /= 1024;
    step += 1;
  }
  return `${step === 0 ? size : size.toFixed(2)} ${sizeUnits[step]}`;
}

/** A file's size in MB with two decimals, however small: '0.03 MB'. */
export function formatMegabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(2)} MB`;
}
