/** Texts for a client when the code of the receipt fails. Small, because every page loads it. */

import type { Language } from '#features/clients/contract.ts';

export const failureTexts: Record<Language, Record<'notOpened' | 'tryAgain', string>> = {
  en: {
    notOpened: 'We could not open this page. Please try again.',
    tryAgain: 'Try again',
  },
  es: {
    notOpened: 'No pudimos abrir esta página. Por favor, inténtelo de nuevo.',
    tryAgain: 'Intentar de nuevo',
  },
};

/** The language of the browser, until that of the client is known. */
export const getBrowserLanguage = (): Language =>
  navigator.language.toLowerCase().startsWith('es') ? 'es' : 'en';

/** Before anything is rendered in it, so that a failure is explained in the same language. */
export function setPageLanguage(language: Language): void {
  document.documentElement.lang = language;
}

export const getPageLanguage = (): Language => (document.documentElement.lang === 'es' ? 'es' : 'en');
