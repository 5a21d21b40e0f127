import { randomBytes } from 'node:crypto';

/** A name that nothing else in the run has. */
export const uniqueName = (noun: string): string => `${noun}-${randomBytes(5).toString('hex')}`;
