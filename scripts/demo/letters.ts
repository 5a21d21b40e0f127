/** What the people of the demonstration agency write to each other. */

export interface Conversation {
  subject: string;
  /** Usernames: who begins, and who answers. */
  between: [string, string];
  /** Alternating, the first by the sender of the conversation. */
  letters: string[];
}

/** One for each of the last working days, oldest first. */
export const CONVERSATIONS: Conversation[] = [
  {
    subject: 'Key of the Bryant Ave building',
    between: ['maya.lindgren', 'grace.nyambura'],
    letters: [
      'The spare key of the Bryant Ave building is back in the office, top drawer, blue tag. Please sign the list when you take it.',
      'Took it this morning and signed. I bring it back on Thursday.',
    ],
  },
  {
    subject: 'Who covers Friday afternoon?',
    between: ['daniel.weiss', 'peter.halvorsen'],
    letters: [
      'Aisha has a training on Friday from one o’clock. Could you take her three visits on Park Ave? All of them are short.',
      'Yes, if the first one can be at 1:30. My own visit ends at one.',
      'Good, I called the client and moved it to 1:30. Thank you.',
    ],
  },
  {
    subject: 'County form for rent payments has changed',
    between: ['ruth.okafor', 'daniel.weiss'],
    letters: [
      'The county sent a new version of the rent payment form. The old one is accepted until the end of the month. Please make sure that everyone uses the new one from Monday.',
      'I replaced it in the shared folder and informed the transition team. Tomás has two forms open with the old version; he sends both in this week.',
    ],
  },
  {
    subject: 'Landlord on Cedar Ave asks for a call',
    between: ['tomas.ibarra', 'maya.lindgren'],
    letters: [
      'Mr. Aldous from Cedar Ave called the office. He has a one-bedroom free from the first and would rather rent to someone we know. Do you have anyone looking in that part of town?',
      'Two people. I will call him today and ask about the rent limit.',
      'He also wants to see the apartment application before Wednesday.',
      'Done. Viewing is on Tuesday at ten, both will come.',
    ],
  },
  {
    subject: 'Overtime in the last two weeks',
    between: ['daniel.weiss', 'grace.nyambura'],
    letters: [
      'You have had more than 40 hours two weeks in a row. I would like to hand one of your clients to Peter for a while. Which one would be the easiest?',
    ],
  },
  {
    subject: 'Night shift: entrance lock',
    between: ['leo.castellan', 'daniel.weiss'],
    letters: [
      'The entrance on Pleasant Ave did not lock again last night. I held it with the bolt until six. The landlord should send someone before tonight.',
      'He sends a locksmith at two. Please let me know tomorrow whether it holds.',
    ],
  },
  {
    subject: 'Interpreter for Thursday',
    between: ['aisha.rahman', 'daniel.weiss'],
    letters: [
      'For the appointment on Thursday at the clinic we need a Somali interpreter again. Last time we waited for forty minutes. Could the office book one with a fixed time?',
      'Booked from 9:45 to 11:00. The name and phone number are on the sheet in your box.',
    ],
  },
  {
    subject: 'Units nearly used up',
    between: ['peter.halvorsen', 'daniel.weiss'],
    letters: [
      'One of my clients has fewer than twenty units left and needs help with the move next week. That alone will take about ten hours. Should I wait for the new block?',
      'The new block is ordered and should be there tomorrow. Please plan the move as it is.',
    ],
  },
  {
    subject: 'Photos of the kitchen',
    between: ['maya.lindgren', 'ruth.okafor'],
    letters: [
      'The landlord claims that the kitchen was damaged by our client. I have the photos of the day the keys were handed over, and the damage is already on them. Shall I send them to him or do you want to see them first?',
      'Send them, and me a copy. If he answers by phone, please ask him to write.',
    ],
  },
  {
    subject: 'Team meeting moved to Wednesday',
    between: ['ruth.okafor', 'tomas.ibarra'],
    letters: [
      'The team meeting is on Wednesday at nine this week, in the small room. Please bring the two cases you mentioned.',
      'I will be there. Can we begin with them? I have a viewing at eleven.',
    ],
  },
  {
    subject: 'Signature pad on the phone',
    between: ['grace.nyambura', 'daniel.weiss'],
    letters: [
      'Mrs. Mercer finds the pad too small when I hold the phone upright. When I turn it she has the whole width. Worth telling the others.',
      'Good idea, I put it on the list for Wednesday.',
    ],
  },
  {
    subject: 'Bus passes',
    between: ['daniel.weiss', 'aisha.rahman'],
    letters: [
      'Ten bus passes for next month have arrived. Three are for your clients. You find them with Ruth.',
      'Thank you, I pick them up before the first visit tomorrow.',
    ],
  },
  {
    subject: 'Moving van on Saturday',
    between: ['tomas.ibarra', 'daniel.weiss'],
    letters: [
      'The van for Saturday is confirmed from eight to noon. The rental firm needs the name of the driver and a copy of the licence by Friday noon. I can drive, but someone should come along to carry.',
    ],
  },
  {
    subject: 'New intake on Monday',
    between: ['daniel.weiss', 'maya.lindgren'],
    letters: [
      'We take on a new client on Monday. She lives with her sister on Elliot Ave until she has a place of her own, and would like to stay in the neighbourhood. I would like you to be her first contact. Can you come to the intake at half past nine?',
    ],
  },
];
