import { randomBytes } from 'node:crypto';

/** Returns a name that is unique in the run. */
export const uniqueName = (noun: string): string => `${noun}-${randomBytes(5).toString('hex')}`;
