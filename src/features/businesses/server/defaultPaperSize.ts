import type { PaperSize } from '#platform/contract/paper.ts';
import { regionOf } from '#platform/server/region.ts';

/** Where US Letter is common: Canada, Mexico, the United States and its territories. */
const LETTER_REGIONS = new Set(['US', 'CA', 'MX', 'PR', 'VI', 'GU', 'AS', 'MP']);

/** The paper of a new business, by the country of its time zone. */
export const defaultPaperSize = (timeZone: string): PaperSize =>
  LETTER_REGIONS.has(regionOf(timeZone) ?? '') ? 'letter' : 'a4';
