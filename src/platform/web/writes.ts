import type { ReactNode } from 'react';
import { createStore } from './store.ts';

export type WriteRefusal = { title: string; body: ReactNode };

const refusal = createStore<WriteRefusal | null>(null);

/** Makes every form show why the business is read-only; null allows changes again. */
export const setWriteRefusal = refusal.set;

/** Why the business is read-only, or null. */
export const useWriteRefusal = refusal.useValue;
