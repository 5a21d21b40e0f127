/**
 * Marks what depends on the time zone of the host, so that the linter (typescript/no-deprecated) rejects it: server,
 * phone and child processes would give different answers. Conversions are in platform/contract/zone.ts.
 */

interface Date {
  /** @deprecated It reads the zone of the host: use platform/contract/zone.ts, or the UTC methods. */
  getFullYear(): number;
  /** @deprecated It reads the zone of the host: use platform/contract/zone.ts, or the UTC methods. */
  getMonth(): number;
  /** @deprecated It reads the zone of the host: use platform/contract/zone.ts, or the UTC methods. */
  getDate(): number;
  /** @deprecated It reads the zone of the host: use platform/contract/zone.ts, or the UTC methods. */
  getDay(): number;
  /** @deprecated It reads the zone of the host: use platform/contract/zone.ts, or the UTC methods. */
  getHours(): number;
  /** @deprecated It reads the zone of the host: use platform/contract/zone.ts, or the UTC methods. */
  getMinutes(): number;
  /** @deprecated It reads the zone of the host: use platform/contract/zone.ts, or the UTC methods. */
  getSeconds(): number;
  /** @deprecated It reads the zone of the host: use platform/contract/zone.ts. */
  getTimezoneOffset(): number;
  /** @deprecated It reads the zone of the host: use platform/contract/zone.ts, or the UTC methods. */
  setFullYear(year: number, month?: number, date?: number): number;
  /** @deprecated It reads the zone of the host: use platform/contract/zone.ts, or the UTC methods. */
  setMonth(month: number, date?: number): number;
  /** @deprecated It reads the zone of the host: use platform/contract/zone.ts, or the UTC methods. */
  setDate(date: number): number;
  /** @deprecated It reads the zone of the host: use platform/contract/zone.ts, or the UTC methods. */
  setHours(hours: number, min?: number, sec?: number, ms?: number): number;
  /** @deprecated It reads the zone of the host: use platform/contract/zone.ts, or the UTC methods. */
  setMinutes(min: number, sec?: number, ms?: number): number;
  /** @deprecated It reads the zone of the host: use platform/contract/zone.ts, or the UTC methods. */
  setSeconds(sec: number, ms?: number): number;
  /** @deprecated It shows the zone of the host: use toISOString, or dateFormat of platform/contract/dateFormat.ts. */
  toString(): string;
  /** @deprecated It shows the zone of the host: use toISOString, or dateFormat of platform/contract/dateFormat.ts. */
  toDateString(): string;
  /** @deprecated It shows the zone of the host: use toISOString, or dateFormat of platform/contract/dateFormat.ts. */
  toTimeString(): string;
  toLocaleString(locales: string, options: ZonedFormatOptions): string;
  /** @deprecated Without `timeZone` it shows the zone of the host. */
  toLocaleString(locales?: Intl.LocalesArgument, options?: Intl.DateTimeFormatOptions): string;
  toLocaleDateString(locales: string, options: ZonedFormatOptions): string;
  /** @deprecated Without `timeZone` it shows the zone of the host. */
  toLocaleDateString(locales?: Intl.LocalesArgument, options?: Intl.DateTimeFormatOptions): string;
  toLocaleTimeString(locales: string, options: ZonedFormatOptions): string;
  /** @deprecated Without `timeZone` it shows the zone of the host. */
  toLocaleTimeString(locales?: Intl.LocalesArgument, options?: Intl.DateTimeFormatOptions): string;
}

interface DateConstructor {
  /** @deprecated It is in the zone of the host: use toInstant of platform/contract/zone.ts, or Date.UTC. */
  new (
    year: number,
    monthIndex: number,
    date?: number,
    hours?: number,
    minutes?: number,
    seconds?: number,
    ms?: number,
  ): Date;
  new (value: TextWithOffset): Date;
  /** @deprecated Without `Z` or an offset it is in the zone of the host: use toInstant of platform/contract/zone.ts. */
  new (value: TextWithTime): Date;
  /** @deprecated It shows the zone of the host: use toISOString. */
  (): string;
  parse(text: TextWithOffset): number;
  /** @deprecated Without `Z` or an offset it is in the zone of the host: use toInstant of platform/contract/zone.ts. */
  parse(text: TextWithTime): number;
}

type TextWithOffset = `${string}Z` | `${string}+${string}` | `${string}T${string}-${string}`;
type TextWithTime = `${string}T${string}` | `${string} ${string}:${string}`;

interface ZonedFormatOptions extends Intl.DateTimeFormatOptions {
  timeZone: string;
}

declare namespace Intl {
  interface DateTimeFormatConstructor {
    new (locales: string, options: ZonedFormatOptions): DateTimeFormat;
    (locales: string, options: ZonedFormatOptions): DateTimeFormat;
    /** @deprecated Without `timeZone` it shows the zone of the host. */
    new (locales?: LocalesArgument, options?: DateTimeFormatOptions): DateTimeFormat;
    /** @deprecated Without `timeZone` it shows the zone of the host. */
    (locales?: LocalesArgument, options?: DateTimeFormatOptions): DateTimeFormat;
  }
}
