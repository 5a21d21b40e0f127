/** Message of `GET /api/events` when lists have changed. */
export interface ChangeEvent {
  topics: string[];
  /** The change was made by the user who receives the event, on this page or elsewhere. */
  own?: boolean;
}

/** The topic after which everything is refetched, because events may have been missed. */
export const EVERYTHING = '*';

/** The longest period whose changes a new page receives first, because it may have fetched before them. */
export const REPLAY_WINDOW_MS = 10_000;
