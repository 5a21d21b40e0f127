/** What a person never sees but a browser complains about: errors, and content that the policy refuses. */
import type { Browser, BrowserContext, ConsoleMessage, WebError } from '@playwright/test';

/** What the test that runs has heard so far and what it has said that it expects; a worker runs one at a time. */
let heard: string[] = [];
let expected: RegExp[] = [];
/** So an open page learns that its session has ended, sooner or later than by the call of somebody. */
const USUAL = /status of 401 .*\/api\/events$/;
/** Servers that are ended on purpose: pages that are still open ask them in vain. */
const ended: string[] = [];

/**
 * Says of the test that runs which complaints belong to it, as it breaks or refuses requests on purpose.
 * @param patterns what a complaint reads: the words of the browser and the address that they are about
 */
export function expectBrowserError(...patterns: RegExp[]): void {
  expected.push(...patterns);
}

/** From here on nothing counts that is about this server, as it is being ended. */
export function ignoreErrorsOf(url: string): void {
  ended.push(url);
}

/** What came otherwise than the test said. */
interface BrowserErrorReport {
  /** Complaints that nobody expected. */
  unexpected: string[];
  /** What was expected and never heard, so that no permission outlives its reason. */
  missing: RegExp[];
}

/** Listens to every page of a test, also those of browsers that it opens itself. The answer ends it. */
export function collectBrowserErrors(browser: Browser): () => BrowserErrorReport {
  heard = [];
  expected = [];
  const hear = (complaint: string) => {
    const usual = USUAL.test(complaint) || ended.some((server) => complaint.includes(server));
    if (!usual) heard.push(complaint);
  };
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() === 'error') hear(`${message.text()} ${message.location().url}`);
  };
  const onError = (problem: WebError) => hear(`${problem.error().message} ${problem.page()?.url()}`);
  const listen = (context: BrowserContext) => {
    context.on('console', onConsole);
    context.on('weberror', onError);
  };
  for (const context of browser.contexts()) listen(context);
  browser.on('context', listen);
  return () => {
    browser.off('context', listen);
    return {
      unexpected: heard.filter((one) => !expected.some((pattern) => pattern.test(one))),
      missing: expected.filter((pattern) => !heard.some((one) => pattern.test(one))),
    };
  };
}
