import { createStore } from '#platform/web/store.ts';

const open = createStore(false);

/** Opens or closes the palette. */
export const setPaletteOpen = open.set;

export const usePaletteOpen = open.useValue;
