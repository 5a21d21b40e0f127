import { createContext } from 'react';
import type { Pair } from './useCodeCheck.ts';

/** Seals the code of a client for the note in the form; null where a note is not kept on the device. */
export type CodeSealer = (entered: Pair) => Promise<string>;

export const CodeSealerContext = createContext<CodeSealer | null>(null);
