import type { Page } from '@playwright/test';

/** Who looks: somebody of the demonstration agency, the owner of a business without data, of one that pays, or nobody signed in. */
export type Visitor =
  | 'nobody'
  | 'daniel.weiss'
  | 'maya.lindgren'
  | 'leo.castellan'
  | 'newcomer'
  | 'subscriber';

export interface Shot {
  name: string;
  as: Visitor;
  path: string;
  /** The route on which `act` ends, where it leads away from the path. */
  shows?: string;
  /** Where what is photographed is at one size alone. */
  only?: 'desktop' | 'phone';
  state?: 'loading' | 'error';
  /** Before the page opens: lets its calls hang or fail. */
  before?: (page: Page) => Promise<void>;
  /** After it opened: opens a dialog, presses a button. */
  act?: (page: Page) => Promise<void>;
  waitFor?: { role: 'heading' | 'dialog' | 'button'; name: RegExp };
}
