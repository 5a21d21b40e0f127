import { createStore } from '#platform/web/store.ts';
import type { KeptNote } from './noteRecord.ts';

/** The business has no subscription: its notes are sent again once it has one. */
export const UNPAID = 'subscription_required';

/** Matches notes to send without their author: one refused otherwise waits for the author, an open one is in the form. */
export const isWaiting = ({ status, refusal }: KeptNote): boolean =>
  status === 'waiting' || (status === 'refused' && refusal?.code === UNPAID);

const unsent = createStore<readonly KeptNote[]>([]);

/** A note that was sent in the background and that the server sent back. */
interface SentBackNote {
  id: number;
  clientContactName: string;
  workDate: string;
}

const sentBack = createStore<SentBackNote | null>(null);
export const setSentBack = sentBack.set;
export const useSentBack = sentBack.useValue;

/** How many notes the last round sent in the background, until a screen has shown it. */
const sentCount = createStore(0);
export const setSentCount = sentCount.set;
export const useSentCount = sentCount.useValue;

const discarded = createStore<readonly string[]>([]);
/** Records the id of a note that was discarded in a tab. */
export const addDiscarded = (id: string): void => discarded.set([...discarded.read(), id]);
/** The ids of the notes that were discarded since this page was opened. */
export const useDiscarded = discarded.useValue;

/** The receipt of a note whose form was left before it was sent or kept, which cannot be read again. */
interface UnshownReceipt {
  url: string;
  /** Set while the note was still on this device. */
  isUnsent: boolean;
}

const unshownReceipt = createStore<UnshownReceipt | null>(null);
/** Offers a receipt on every screen, until it was shown or dismissed. */
export const offerReceipt = unshownReceipt.set;
export const useUnshownReceipt = unshownReceipt.useValue;

export const setUnsent = unsent.set;
/** Calls back when the unsent notes of this device may have changed. */
export const followUnsentList = unsent.subscribe;
/** The unsent notes of the user on this device. */
export const useUnsent = unsent.useValue;
/** Notes that the server refused. */
export const useRefused = (): readonly KeptNote[] => useUnsent().filter(({ status }) => status === 'refused');
