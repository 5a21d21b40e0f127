/** Formats hours and sizes. Not in `format.ts`, as Home needs none of them. */

const hoursFormat = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** Hours to one decimal, without a unit: '12.5'. */
export function formatHours(hours: number): string {
  return hoursFormat.format(hours);
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
