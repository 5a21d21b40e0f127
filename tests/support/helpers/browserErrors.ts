/** Errors that only the browser reports: exceptions, failed requests, blocked content. */

import type { Browser, BrowserContext, ConsoleMessage, WebError } from '@playwright/test';

/** Errors of the current test, and the patterns that it allows; a worker runs one test at a time. */
let received: string[] = [];
let expected: RegExp[] = [];
let allowed: RegExp[] = [];
/** The event stream of an open page ends with its session. */
const ALWAYS_ALLOWED = /status of 401 .*\/api\/events$/;
/** Servers that were stopped: open pages may fail to reach them. */
const stopped: string[] = [];

/**
 * Allows errors in the current test, and requires them to occur.
 * @param patterns match the browser's message followed by the address that it is about
 */
export function expectBrowserError(...patterns: RegExp[]): void {
  expected.push(...patterns);
}

/** Allows errors that depend on timing, such as those of requests in progress. Same parameters as `expectBrowserError`. */
export function allowBrowserError(...patterns: RegExp[]): void {
  allowed.push(...patterns);
}

/** Ignores errors about a server that is being stopped. */
export function ignoreErrorsOf(url: string): void {
  stopped.push(url);
}

interface BrowserErrorReport {
  unexpected: string[];
  /** Allowed but not received. */
  missing: RegExp[];
}

/** Collects the errors of all pages and contexts. The returned function stops it and reads them. */
export function collectBrowserErrors(browser: Browser): () => BrowserErrorReport {
  received = [];
  expected = [];
  allowed = [];
  const add = (error: string) => {
    const isIgnored = ALWAYS_ALLOWED.test(error) || stopped.some((server) => error.includes(server));
    if (!isIgnored) received.push(error);
  };
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() === 'error') add(`${message.text()} ${message.location().url}`);
  };
  const onError = (problem: WebError) => add(`${problem.error().message} ${problem.page()?.url()}`);
  const listen = (context: BrowserContext) => {
    void context.addInitScript(reportPolicyViolations);
    context.on('console', onConsole);
    context.on('weberror', onError);
  };
  for (const context of browser.contexts()) listen(context);
  browser.on('context', listen);
  return () => {
    browser.off('context', listen);
    return {
      unexpected: received.filter((one) => ![...expected, ...allowed].some((pattern) => pattern.test(one))),
      missing: expected.filter((pattern) => !received.some((one) => pattern.test(one))),
    };
  };
}

/** Runs in the page: code that catches the error of a violation hides it from the console. */
function reportPolicyViolations(): void {
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    // oxlint-disable-next-line no-console -- the console of the page is what is collected
    console.error(`securitypolicyviolation of ${violatedDirective} by ${blockedURI}`);
  });
}
