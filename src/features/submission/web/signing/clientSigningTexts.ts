/** Texts of the signing screen beside those of the receipt; the same rules of language hold. */

import type { Language } from '#features/clients/contract.ts';
import type { CodeProblem } from './useCodeCheck.ts';

interface ClientSigningTexts {
  title: (name: string) => string;
  close: string;
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
  codeLabel: string;
  codeHint: string;
  checkCode: string;
  codeProblems: Record<CodeProblem, string>;
  codeValid: string;
  /** Without a network. */
  codeUnchecked: string;
  cannotSign: string;
  disputeHint: string;
  save: string;
}

const en: ClientSigningTexts = {
  title: (name) => `${name}, please check and sign`,
  close: 'Close',
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
  codeLabel: 'Your code',
  codeHint: 'Enter your code first. Then you can sign.',
  checkCode: 'Check my code',
  codeProblems: {
    incorrect: 'This code is not correct. Please try again.',
    too_short: 'A code has 4 or more characters.',
    limited: 'Too many attempts. Please try again later.',
    failed: 'We could not check your code. Please try again.',
  },
  codeValid: 'Your code is correct. You can sign now.',
  codeUnchecked: 'You can sign now. We will check your code later.',
  cannotSign: 'You cannot sign yet. Please give the device back.',
  disputeHint: 'We will read your message before we approve this visit. You do not need to sign.',
  save: 'Save',
};

const es: ClientSigningTexts = {
  title: (name) => `${name}, por\u00A0favor, revise y firme`,
  close: 'Cerrar',
  unitsUsed: 'Unidades usadas (15 minutos cada una)',
  unitsLeft: 'Unidades que le quedarán después de esta visita',
  notEntered: 'Falta este dato',
  showAll: 'Ver todo',
  showLess: 'Ver menos',
  confirm: (name) => `Yo, ${name}, confirmo esta visita.`,
  confirmFor: (name, relation, client) =>
    `Yo, ${name} (${relation}), confirmo esta visita en nombre de ${client}.`,
  padEmpty: 'Su firma: en blanco. Firme con el dedo, un lápiz digital o el mouse.',
  padSigned: 'Su firma: lista.',
  clear: 'Borrar',
  typeName: 'Escribir mi nombre',
  drawName: 'Firmar a mano',
  typedLabel: 'Su nombre completo',
  typedHint: 'Su nombre escrito vale como firma.',
  sign: 'Firmar',
  inkMissing: 'Por favor, firme primero en el recuadro.',
  nameMissing: 'Por favor, escriba primero su nombre.',
  codeLabel: 'Su código',
  codeHint: 'Escriba primero su código. Después podrá firmar.',
  checkCode: 'Verificar mi código',
  codeProblems: {
    incorrect: 'Este código no es correcto. Por favor, inténtelo de nuevo.',
    too_short: 'Su código tiene al menos 4 letras o números.',
    limited: 'Demasiados intentos. Por favor, inténtelo más tarde.',
    failed: 'No pudimos verificar su código. Por favor, inténtelo de nuevo.',
  },
  codeValid: 'Su código es correcto. Ya puede firmar.',
  codeUnchecked: 'Ya puede firmar. Verificaremos su código más tarde.',
  cannotSign: 'Todavía no puede firmar. Por favor, devuelva el teléfono o la tableta.',
  disputeHint: 'Leeremos su mensaje antes de aprobar esta visita. No hace falta que firme.',
  save: 'Guardar',
};

export const clientSigningTexts: Record<Language, ClientSigningTexts> = { en, es };
