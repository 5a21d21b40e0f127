/** What a client reads on the signing sheet beside the texts of the receipt; the same rules of language hold. */
import type { Language } from '#features/clients/contract.ts';

interface SheetTexts {
  title: (name: string) => string;
  close: string;
  language: string;
  unitsUsed: string;
  unitsLeft: string;
  notEntered: string;
  showAll: string;
  showLess: string;
  confirm: (name: string) => string;
  confirmFor: (name: string, relation: string, client: string) => string;
  padEmpty: string;
  padSigned: string;
  clear: string;
  typeName: string;
  drawName: string;
  typedLabel: string;
  typedHint: string;
  sign: string;
  inkMissing: string;
  nameMissing: string;
  codeFirst: string;
  disputeHint: string;
  save: string;
}

const en: SheetTexts = {
  title: (name) => `${name}, please check and sign`,
  close: 'Close',
  language: 'Language',
  unitsUsed: 'Units used (15 minutes each)',
  unitsLeft: 'Units left after this visit',
  notEntered: 'Not filled in yet',
  showAll: 'Show all',
  showLess: 'Show less',
  confirm: (name) => `I, ${name}, confirm this visit.`,
  confirmFor: (name, relation, client) => `I, ${name} (${relation}), confirm this visit for ${client}.`,
  padEmpty: 'Your signature: empty. Draw with a finger, stylus, or mouse.',
  padSigned: 'Your signature: signed.',
  clear: 'Clear',
  typeName: 'Type my name',
  drawName: 'Draw my signature',
  typedLabel: 'Your full name',
  typedHint: 'Your typed name is your signature.',
  sign: 'Sign',
  inkMissing: 'Please sign in the box first.',
  nameMissing: 'Please type your name first.',
  codeFirst: 'To sign, close this screen and enter your code first.',
  disputeHint: 'We will read your message before we approve this visit. You do not need to sign.',
  save: 'Save',
};

const es: SheetTexts = {
  title: (name) => `${name}: por\u00A0favor, revise y firme`,
  close: 'Cerrar',
  language: 'Idioma',
  unitsUsed: 'Unidades usadas (15 min)',
  unitsLeft: 'Unidades que quedarán',
  notEntered: 'Todavía falta este dato',
  showAll: 'Ver todo',
  showLess: 'Ver menos',
  confirm: (name) => `Yo, ${name}, confirmo esta visita.`,
  confirmFor: (name, relation, client) =>
    `Yo, ${name} (${relation}), confirmo esta visita en nombre de ${client}.`,
  padEmpty: 'Su firma: en blanco. Firme con el dedo, un lápiz digital o el ratón.',
  padSigned: 'Su firma: lista.',
  clear: 'Borrar',
  typeName: 'Escribir nombre',
  drawName: 'Dibujar mi firma',
  typedLabel: 'Su nombre completo',
  typedHint: 'Su nombre escrito vale como firma.',
  sign: 'Firmar',
  inkMissing: 'Por favor, firme primero en el cuadro.',
  nameMissing: 'Por favor, escriba primero su nombre.',
  codeFirst: 'Para firmar, cierre esta pantalla y escriba primero su código.',
  disputeHint: 'Leeremos su mensaje antes de aprobar esta visita. No necesita firmar.',
  save: 'Guardar',
};

export const sheetTexts: Record<Language, SheetTexts> = { en, es };
