/** Texts of the receipt page in the client's language: short sentences, plain words, formal Spanish. */

import type { Occurrence } from '#platform/contract/zone.ts';
import type { Language } from '#features/clients/contract.ts';
import type { NoteStatus } from '#features/notes/contract.ts';
import type { DisputeReason } from '#features/notes/disputeRules.ts';
import { failureTexts } from './failureTexts.ts';

interface ReceiptTexts {
  /** Of dates, times and numbers. */
  locale: string;
  language: string;
  title: string;
  intro: (businessName: string) => string;
  who: string;
  day: string;
  time: string;
  fromTo: (start: string, end: string) => string;
  /** Hours that clocks show twice. */
  occurrences: Record<Occurrence, string>;
  /** After the end of a visit that ends on the next day. */
  nextDay: string;
  duration: string;
  hoursAndMinutes: (hours: string, minutes: string) => string;
  hours: (count: string, isOne: boolean) => string;
  minutes: (count: string, isOne: boolean) => string;
  unitsUsed: string;
  unitsLeft: string;
  units: (count: string, isOne: boolean) => string;
  unitsOver: (count: string, isOne: boolean) => string;
  unitHint: string;
  state: string;
  states: Record<NoteStatus, string>;
  whatWasDone: string;
  dispute: string;
  reasonLabel: string;
  reasons: Record<DisputeReason, string>;
  textLabel: string;
  textHint: string;
  charactersLeft: (count: string) => string;
  send: string;
  cancel: string;
  sent: string;
  reasonMissing: string;
  textMissing: string;
  notSent: string;
  limitReached: string;
  yourMessages: string;
  writtenOn: (date: string) => string;
  answeredOn: (date: string) => string;
  noAnswer: string;
  loading: string;
  linkInvalid: string;
  linkInvalidHint: string;
  tooMany: string;
  notLoaded: string;
  tryAgain: string;
  /** Why a message was not sent. */
  notSentLimit: string;
  notSentLink: string;
  /** `wait` is a duration such as '2 minutes'. */
  notSentTooMany: (wait: string) => string;
}

const en: ReceiptTexts = {
  locale: 'en-US',
  language: 'Language',
  title: 'Your visit',
  intro: (businessName) => `${businessName} recorded this visit. Please check it.`,
  who: 'Who came',
  day: 'Day',
  time: 'Time',
  fromTo: (start, end) => `${start} to ${end}`,
  occurrences: { first: '(before the clocks change)', second: '(after the clocks change)' },
  nextDay: '(next day)',
  duration: 'How long',
  hoursAndMinutes: (hours, minutes) => `${hours} ${minutes}`,
  hours: (count, isOne) => `${count} ${isOne ? 'hour' : 'hours'}`,
  minutes: (count, isOne) => `${count} ${isOne ? 'minute' : 'minutes'}`,
  unitsUsed: 'Units used',
  unitsLeft: 'Units left now',
  units: (count, isOne) => `${count} ${isOne ? 'unit' : 'units'}`,
  unitsOver: (count, isOne) => `None. ${count} ${isOne ? 'unit' : 'units'} over the limit.`,
  unitHint: 'One unit is 15 minutes.',
  state: 'Our review',
  states: {
    pending: 'We have not approved this visit yet.',
    'in-review': 'We are reviewing this visit.',
    'in-progress': 'We asked for the details to be fixed.',
    resolved: 'We reviewed this visit and approved it.',
    denied: 'We did not accept this visit. It uses no units.',
  },
  whatWasDone: 'What was done',
  dispute: 'This is not right',
  reasonLabel: 'What is not right?',
  reasons: {
    not_here: 'The employee was not here',
    wrong_times: 'The times are wrong',
    not_done: 'The work was not done',
    other: 'Something else',
  },
  textLabel: 'Describe the problem',
  textHint: 'In your own words',
  charactersLeft: (count) => `Characters left: ${count}`,
  send: 'Send',
  cancel: 'Go back',
  sent: 'Thank you. We got your message. You can read our answer on this page.',
  reasonMissing: 'Please choose one.',
  textMissing: 'Please write what is not right.',
  notSent: 'Your message was not sent. Please try again.',
  limitReached: 'You have sent 5 messages about this visit. Please call us.',
  yourMessages: 'Your messages',
  writtenOn: (date) => `You wrote on ${date}`,
  answeredOn: (date) => `Our answer on ${date}`,
  noAnswer: 'No answer yet. Please check back later.',
  loading: 'Loading',
  linkInvalid: 'This link does not work',
  linkInvalidHint: 'If the visit just ended, please try again later. If not, please ask us for a new link.',
  tooMany: 'Too many attempts. Please wait 15 minutes.',
  notLoaded: 'We could not load this page. Please check your connection.',
  tryAgain: failureTexts.en.tryAgain,
  notSentLimit: 'Your message was not sent. You have sent 5 messages about this visit. Please call us.',
  notSentLink: 'Your message was not sent. This link no longer works. Please ask us for a new one.',
  notSentTooMany: (wait) => `Your message was not sent. Please try again in ${wait}.`,
};

const es: ReceiptTexts = {
  locale: 'es-US',
  language: 'Idioma',
  title: 'Su visita',
  intro: (businessName) => `${businessName} registró esta visita. Por favor, revísela.`,
  who: 'Quién vino',
  day: 'Día',
  time: 'Horario',
  fromTo: (start, end) => `de ${start} a ${end}`,
  occurrences: { first: '(antes del cambio de hora)', second: '(después del cambio de hora)' },
  nextDay: '(día siguiente)',
  duration: 'Cuánto duró',
  hoursAndMinutes: (hours, minutes) => `${hours} y ${minutes}`,
  hours: (count, isOne) => `${count} ${isOne ? 'hora' : 'horas'}`,
  minutes: (count, isOne) => `${count} ${isOne ? 'minuto' : 'minutos'}`,
  unitsUsed: 'Unidades usadas',
  unitsLeft: 'Unidades que le quedan',
  units: (count, isOne) => `${count} ${isOne ? 'unidad' : 'unidades'}`,
  unitsOver: (count, isOne) =>
    `Ninguna. Hay ${count} ${isOne ? 'unidad' : 'unidades'} por encima del límite.`,
  unitHint: 'Una unidad son 15 minutos.',
  state: 'Estado de la revisión',
  states: {
    pending: 'Todavía no hemos aprobado esta visita.',
    'in-review': 'Estamos revisando esta visita.',
    'in-progress': 'Se están corrigiendo los datos de esta visita.',
    resolved: 'Revisamos esta visita y la aprobamos.',
    denied: 'No aceptamos esta visita. No le descontamos unidades.',
  },
  whatWasDone: 'Qué se hizo',
  dispute: 'Algo no está bien',
  reasonLabel: '¿Qué no está bien?',
  reasons: {
    not_here: 'La persona que me atiende no vino',
    wrong_times: 'El horario no es correcto',
    not_done: 'No se hizo el trabajo',
    other: 'Otra cosa',
  },
  textLabel: 'Describa el problema',
  textHint: 'Con sus propias palabras',
  charactersLeft: (count) => `Caracteres restantes: ${count}`,
  send: 'Enviar',
  cancel: 'Volver',
  sent: 'Gracias. Recibimos su mensaje. Podrá leer nuestra respuesta en esta página.',
  reasonMissing: 'Por favor, elija una opción.',
  textMissing: 'Por favor, escriba qué no está bien.',
  notSent: 'No pudimos enviar su mensaje. Por favor, inténtelo de nuevo.',
  limitReached: 'Ya envió 5 mensajes sobre esta visita. Por favor, llámenos.',
  yourMessages: 'Sus mensajes',
  writtenOn: (date) => `Usted escribió el ${date}`,
  answeredOn: (date) => `Nuestra respuesta del ${date}`,
  noAnswer: 'Todavía no hay respuesta. Por favor, vuelva a esta página más tarde.',
  loading: 'Cargando',
  linkInvalid: 'Este enlace no funciona',
  linkInvalidHint: 'Si la visita acaba de terminar, inténtelo más tarde. Si no, pídanos un enlace nuevo.',
  tooMany: 'Demasiados intentos. Por favor, espere 15 minutos.',
  notLoaded: 'No pudimos cargar esta página. Por favor, revise su conexión a internet.',
  tryAgain: failureTexts.es.tryAgain,
  notSentLimit: 'No pudimos enviar su mensaje. Ya envió 5 mensajes sobre esta visita. Por favor, llámenos.',
  notSentLink: 'No pudimos enviar su mensaje. Este enlace ya no funciona. Por favor, pídanos uno nuevo.',
  notSentTooMany: (wait) => `No pudimos enviar su mensaje. Por favor, inténtelo de nuevo en ${wait}.`,
};

export const receiptTexts: Record<Language, ReceiptTexts> = { en, es };
