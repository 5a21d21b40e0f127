import type { Language } from '#features/clients/contract.ts';
import { clientSigningTexts } from './clientSigningTexts.ts';

/** Labels in the language of the person who signs; without `undo` there is no such button. */
export type PadTexts = Record<'padEmpty' | 'padSigned' | 'clear', string> & { undo?: string };

/** @param label whose signature it is: 'Employee signature' */
export const toPadTexts = (label: string): PadTexts => ({
  padEmpty: `${label}: empty. Draw with a finger, stylus, or mouse.`,
  padSigned: `${label}: signed. Draw with a finger, stylus, or mouse.`,
  undo: 'Undo',
  clear: 'Clear',
});

const undo: Record<Language, string> = { en: 'Undo', es: 'Deshacer' };

/** At the client's pad in the form. */
export const toClientPadTexts = (language: Language): PadTexts => ({
  ...clientSigningTexts[language],
  undo: undo[language],
});
