/** What was done on a visit: short accounts as a support worker would write them. */
import type { NoteCategory } from '#features/notes/contract.ts';

export interface Visit {
  category: NoteCategory;
  description: string;
  research: string;
  summary: string;
  /** Usual length in minutes. */
  minutes: number;
}

const visit = (category: NoteCategory, minutes: number, ...texts: [string, string, string]): Visit => {
  const [description, research, summary] = texts;
  return { category, minutes, description, research, summary };
};

/** `{name}` stands for the client's name. */
export const VISITS: Visit[] = [
  visit(
    'transitional',
    95,
    'Met {name} at the library and went through three listings within the rent limit. Called two landlords together; one offered a viewing on Thursday at 10. Filled in the first page of the rental application and listed the papers still missing.',
    'Compared the listings with the county rent limit for a one-bedroom and checked bus lines to the clinic for each address.',
    'Viewing set for Thursday. {name} brings the pay stub and the identity card; I bring the application.',
  ),
  visit(
    'transitional',
    130,
    'Drove with {name} to view the apartment. Went through the lease sentence by sentence and wrote down four questions for the landlord. Tested heating, windows and locks, took measurements for the bed.',
    'Looked up what the deposit may be used for under the state landlord and tenant guide.',
    'The apartment suits. The landlord answers the four questions by Friday, then the lease can be signed.',
  ),
  visit(
    'transitional',
    60,
    'Helped {name} to order a replacement birth certificate online and to scan the identity card. Saved both in the folder for the housing application.',
    'Read the state page on vital records: delivery takes about ten working days.',
    'Certificate ordered. The application can be sent when it arrives.',
  ),
  visit(
    'transitional',
    150,
    'Moving day. Checked the apartment with {name} before the keys were handed over and noted two scratches and a dripping tap on the move-in sheet. Unpacked kitchen and bed, showed the smoke alarm and the fuse box.',
    'Copied the move-in sheet from the landlord and added photos of the scratches to it.',
    'Keys received. The landlord repairs the tap this week. First evening in the new place went well.',
  ),
  visit(
    'transitional',
    45,
    'Phone call with the county worker together with {name} about the start of the rent payment. The missing form was named and filled in during the call.',
    'Checked the date from which the payment counts and noted the case number.',
    'Payment starts on the first of next month. {name} knows the number to call when it does not arrive.',
  ),
  visit(
    'sustaining',
    75,
    'Visited {name} at home. Went through the mail of two weeks, sorted what needs an answer and paid the electricity bill online. Made a list for the refrigerator with the three dates of this month.',
    'Looked up whether the energy assistance programme still takes applications this month.',
    'All bills are paid. The energy assistance form is filled in and goes out tomorrow.',
  ),
  visit(
    'sustaining',
    60,
    'Practised with {name} how to talk to the neighbor about noise in the evening. We wrote down two sentences and rang the bell together. The talk was short and friendly.',
    'Read the house rules for the quiet hours before the visit.',
    'Both agreed on quiet after ten. We look at it again in two weeks.',
  ),
  visit(
    'sustaining',
    90,
    'Grocery trip with {name} with a list made from what was in the kitchen. Compared prices by weight, stayed below the weekly amount. Cooked one of the three planned meals together.',
    'Printed the food shelf opening hours for the second half of the month.',
    'Food for six days at home, eleven dollars left of the weekly amount.',
  ),
  visit(
    'sustaining',
    50,
    'The refrigerator did not cool any more. Wrote the repair request with {name}, sent it to the landlord and called to confirm. Brought the cooler and ice packs from the office for tonight.',
    'Looked up in the lease that the refrigerator belongs to the apartment, and how quickly it must be repaired.',
    'Technician comes tomorrow between 8 and 10. {name} has the office number for the night.',
  ),
  visit(
    'sustaining',
    105,
    'Went with {name} to the annual recertification. Sorted income papers beforehand, stayed during the appointment, wrote down what the worker asked for.',
    'Went over the list of accepted income papers with the case file.',
    'One bank statement is missing; due in ten days. {name} asks the bank on Monday, I remind by phone.',
  ),
  visit(
    'sustaining',
    40,
    'Short visit because {name} missed two calls. All well: the phone was out of minutes. Set up the automatic top-up and saved our number under the first key.',
    'Compared two prepaid plans for the price of incoming calls.',
    'Phone works again. Next visit stays as planned.',
  ),
  visit(
    'sustaining',
    120,
    'Deep clean of kitchen and bathroom with {name} before the inspection. Worked room by room from the checklist, {name} did the bathroom alone. Took the old boxes to the recycling station.',
    'Read the inspection notice and marked the five points that are looked at.',
    'Ready for the inspection on Wednesday. {name} wants to keep Tuesday as the cleaning day.',
  ),
];

/** A stay through the night, so that overnight shifts can be seen. */
export const NIGHT: Visit = visit(
  'sustaining',
  480,
  'Night support at the house. {name} slept from about one o’clock. Talked for half an hour at eleven about the letter from the landlord, made tea, checked locks and stove before the quiet hours.',
  'Read the hand-over of the day team and the agreed plan for nights.',
  'Quiet night. The letter is on the table for the morning team.',
);

export const DENIALS: readonly [string, ...string[]] = [
  'The end time is after the next visit began. Please check both notes and correct the time.',
  'The description speaks of another client. Please write it again for this one.',
  'Travel time is part of the visit here. Please enter the time with the client only.',
];

export const RETURNS: readonly [string, ...string[]] = [
  'Please add what was agreed with the landlord and by when.',
  'Good work. Please name the form that was sent, so that we find it again.',
];
