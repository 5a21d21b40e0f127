/** Texts of the demo agency: visits, review comments, messages and announcements. */

import type { AnnouncementPriority, AnnouncementType } from '#features/announcements/contract.ts';
type Category = 'transitional' | 'sustaining' | 'respite-care';

export interface Visit {
  category: Category;
  /** Usual length in minutes. */
  minutes: number;
  description: string;
  research: string;
  summary: string;
}

const visit = (category: Category, minutes: number, ...texts: [string, string, string]): Visit => {
  const [description, research, summary] = texts;
  return { category, minutes, description, research, summary };
};

/** `{name}` stands for the client's first name. */
export const VISITS: readonly Visit[] = [
  visit(
    'transitional',
    95,
    'Met {name} at the library and went through three listings within the rent limit. Called two landlords together; one offered a viewing on Thursday at 10. Filled in the first page of the rental application and listed the documents still missing.',
    'Compared the listings with the county rent limit for a one-bedroom and checked bus lines to the clinic for each address.',
    'Viewing set for Thursday. {name} brings the pay stub and ID card; I bring the application.',
  ),
  visit(
    'transitional',
    130,
    'Drove with {name} to view the apartment. Read through the lease together and wrote down four questions for the landlord. Tested heating, windows and locks, and measured the bedroom.',
    'Looked up what the deposit may be used for in the state landlord and tenant guide.',
    'The apartment is a good fit. The landlord will answer the questions by Friday, then the lease can be signed.',
  ),
  visit(
    'transitional',
    60,
    'Helped {name} order a replacement birth certificate online and scan the ID card. Saved both in the folder for the housing application.',
    'Read the state page on vital records: delivery takes about ten working days.',
    'Certificate ordered. The application can be sent when it arrives.',
  ),
  visit(
    'transitional',
    150,
    'Moving day. Checked the apartment with {name} before getting the keys and noted two scratches and a dripping faucet on the move-in sheet. Unpacked the kitchen, showed the smoke alarm and the fuse box.',
    'Made a copy of the move-in sheet and added photos of the scratches.',
    'Keys received. The landlord will fix the faucet this week.',
  ),
  visit(
    'sustaining',
    75,
    'Visited {name} at home. Sorted two weeks of mail, set aside what needs an answer and paid the electricity bill online. Wrote a list for the refrigerator with the three dates of this month.',
    'Checked whether the energy assistance program still accepts applications this month.',
    'All bills are paid. The energy assistance form is filled in and goes out tomorrow.',
  ),
  visit(
    'sustaining',
    60,
    'Practiced with {name} how to talk to the neighbor about noise in the evening. We wrote down two sentences and rang the bell together. The talk was short and friendly.',
    'Read the quiet hours in the house rules before the visit.',
    'Both agreed on quiet after ten. We will check in again in two weeks.',
  ),
  visit(
    'sustaining',
    90,
    'Grocery trip with {name}, with a list based on what was in the kitchen. Compared prices by weight and stayed within the weekly budget. Cooked one of the three planned meals together.',
    'Printed the food shelf hours for the second half of the month.',
    'Food for six days at home, eleven dollars left in the weekly budget.',
  ),
  visit(
    'sustaining',
    105,
    'Went with {name} to the annual recertification. Sorted income documents beforehand, stayed for the appointment and took notes.',
    'Went over the list of accepted income documents with the case file.',
    'One bank statement is missing and due in ten days. {name} will ask the bank on Monday; I will call with a reminder.',
  ),
  visit(
    'sustaining',
    40,
    'Short visit because {name} missed two calls. Everything is fine: the phone was out of minutes. Set up automatic top-up and saved our number on speed dial.',
    'Compared two prepaid plans.',
    'The phone works again. Next visit as planned.',
  ),
  visit(
    'sustaining',
    120,
    'Deep clean of kitchen and bathroom with {name} before the inspection. Worked room by room from the checklist; {name} did the bathroom alone. Took old boxes to the recycling center.',
    'Read the inspection notice and marked the five items on it.',
    'Ready for the inspection on Wednesday. {name} wants to keep Tuesday as cleaning day.',
  ),
];

/** A stay through the night, so that overnight shifts can be seen. */
export const NIGHT: Visit = visit(
  'respite-care',
  480,
  'Night support at the house. {name} slept from about one o’clock. Talked for half an hour at eleven about the letter from the landlord, made tea, checked locks and stove before the quiet hours.',
  'Read the day team’s hand-over and the plan for nights.',
  'Quiet night. The letter is on the table for the morning team.',
);

export const DENIALS = [
  {
    reason: 'The end time is after your next visit started. Please check both notes and correct the time.',
    reasonCode: 'times',
  },
  {
    reason: 'The description is about another client. Please write it again for this one.',
    reasonCode: 'description',
  },
  { reason: 'Please enter only the time with the client, without travel time.', reasonCode: 'times' },
] as const;

export const RETURNS = [
  {
    comment: 'Please add what you agreed on with the landlord.',
    reasonCode: 'description',
    fieldComments: { summary: 'By when does the landlord answer?' },
  },
  {
    comment: 'Good work. Please name the form you sent, so that we can find it.',
    reasonCode: 'description',
    fieldComments: { research: 'Which form is it?' },
  },
] as const;

/** The subject, who writes first and who answers, and the messages of both in turn. */
export type Conversation = [subject: string, from: string, to: string, ...messages: string[]];

/** One for each of the last working days, oldest first. */
export const CONVERSATIONS: readonly Conversation[] = [
  [
    'Who covers Friday afternoon?',
    'daniel.weiss',
    'peter.halvorsen',
    'Aisha has a training on Friday from one o’clock. Could you take her three visits on Park Ave? They’re all short.',
    'Yes, if the first one can be at 1:30. My own visit ends at one.',
    'Great, I called the client and moved it to 1:30. Thank you.',
  ],
  [
    'New county form for rent payments',
    'ruth.okafor',
    'daniel.weiss',
    'The county sent a new version of the rent payment form. They accept the old one until the end of the month. Please make sure everyone uses the new one from Monday.',
    'I replaced it in the shared folder and let the transition team know. Tomás has two forms open in the old version; he’ll send both this week.',
  ],
  [
    'Landlord on Cedar Ave',
    'tomas.ibarra',
    'maya.lindgren',
    'Mr. Aldous from Cedar Ave called the office. He has a one-bedroom free from the first and would rather rent to someone we know. Are any of your clients looking in that part of town?',
    'Two of them. I’ll call him today and ask about the rent limit.',
    'He’d also like to see the application before Wednesday.',
    'Done. The viewing is on Tuesday at ten, and both will come.',
  ],
  [
    'Overtime in the last two weeks',
    'daniel.weiss',
    'grace.nyambura',
    'You’ve had more than 40 hours two weeks in a row. I’d like to hand one of your clients to Peter for a while. Which one would be easiest?',
  ],
  [
    'Interpreter for Thursday',
    'aisha.rahman',
    'daniel.weiss',
    'We need a Somali interpreter again for Thursday’s appointment at the clinic. Last time we waited forty minutes. Could the office book one with a fixed time?',
    'Booked from 9:45 to 11:00. The name and phone number are on the sheet in your box.',
  ],
  [
    'Units nearly used up',
    'peter.halvorsen',
    'daniel.weiss',
    'One of my clients has fewer than twenty units left and needs help with the move next week. That alone will take about ten hours. Should I wait for the new block?',
    'The new block is ordered and should be there tomorrow. Go ahead with the move as planned.',
  ],
  [
    'Photos of the kitchen',
    'maya.lindgren',
    'ruth.okafor',
    'The landlord claims our client damaged the kitchen. The damage is already in the photos I took on move-in day. Should I send them to him, or would you like to see them first?',
    'Please send them with a copy to me. If he calls, ask him to reply in writing.',
  ],
  [
    'Signature pad on the phone',
    'grace.nyambura',
    'daniel.weiss',
    'Mrs. Mercer finds the pad too small when I hold the phone upright. When I turn it she has the whole width. Worth sharing with the others.',
    'Good idea, I put it on the list for Wednesday.',
  ],
  [
    'Moving van on Saturday',
    'tomas.ibarra',
    'daniel.weiss',
    'The van for Saturday is confirmed from eight to noon. The rental company needs the driver’s name and a copy of the license by Friday noon. I can drive, but someone should come along to help carry.',
  ],
  [
    'New intake on Monday',
    'daniel.weiss',
    'maya.lindgren',
    'We have a new client starting on Monday. She’s staying with her sister on Elliot Ave for now and would like to find a place nearby. I’d like you to be her primary contact. Can you come to the intake at 9:30?',
  ],
];

interface News {
  /** Working days before today on which it is posted. */
  daysAgo: number;
  by: 'daniel.weiss' | 'ruth.okafor';
  title: string;
  content: string;
  type: AnnouncementType;
  priority?: AnnouncementPriority;
  /** The first working day that is at least so many calendar days later, and the time. */
  scheduled?: { inDays: number; time: string };
  location?: string;
}

const OFFICE = 'Office, second floor meeting room';

export const NEWS: readonly News[] = [
  {
    daysAgo: 61,
    by: 'ruth.okafor',
    title: 'Notes and signatures move to Quarterhour',
    content:
      'Starting today, we write and sign visits in Quarterhour. You can hand in last week’s paper forms until Friday. Ask Daniel if a client has no signature code yet.',
    type: 'announcement',
    priority: 'high',
  },
  {
    daysAgo: 47,
    by: 'daniel.weiss',
    title: 'First aid refresher',
    content: 'Two hours, with a certificate. Everyone who visits clients alone should come.',
    type: 'meeting',
    scheduled: { inDays: 12, time: '09:00' },
    location: OFFICE,
  },
  {
    daysAgo: 33,
    by: 'ruth.okafor',
    title: 'New parking rules at Cedar Ave',
    content:
      'The lot behind 2137 Cedar Ave is now for residents only. Use the street on the north side; parking there is free before 8 AM and after 6 PM.',
    type: 'general',
    priority: 'low',
  },
  {
    daysAgo: 6,
    by: 'ruth.okafor',
    title: 'Open house',
    content:
      'Clients and their families are invited for soup and bread. We need two people at the entrance and someone to drive Mr. Brandt home afterwards.',
    type: 'event',
    scheduled: { inDays: 26, time: '15:30' },
    location: 'Harbor Street 218, ground floor',
  },
  {
    daysAgo: 3,
    by: 'daniel.weiss',
    title: 'Payroll closes on Sunday night',
    content:
      'Notes of this week that are signed by Sunday count for this payroll. Later ones are paid next time.',
    type: 'announcement',
    priority: 'urgent',
  },
  {
    daysAgo: 2,
    by: 'daniel.weiss',
    title: 'Team meeting: who covers whom',
    content:
      'We go through the schedules of the next two months. Please bring the days on which you can’t work.\n\nNight support can join by phone.',
    type: 'meeting',
    priority: 'high',
    scheduled: { inDays: 6, time: '09:30' },
    location: OFFICE,
  },
  {
    daysAgo: 1,
    by: 'ruth.okafor',
    title: 'Fire drill in the office',
    content: 'The alarm rings for about five minutes. Leave by the back stairs and meet at the bike racks.',
    type: 'event',
    scheduled: { inDays: 4, time: '14:00' },
    location: 'Harbor Street 218',
  },
];
