/** What `GET /api/events` sends when lists have changed. */
export interface ChangeEvent {
  topics: string[];
  /** The change was made by the user who receives the event, on this page or elsewhere. */
  own?: boolean;
}

/** The topic after which everything is refetched, because events may have been missed. */
export const EVERYTHING = '*';

/**
 * Milliseconds. A page that opens a stream also receives the changes of this time before, because what it fetched
 * first may lack them.
 */
export const REPEATED_MS = 5_000;
