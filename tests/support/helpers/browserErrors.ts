/** Errors that a browser reports and a person never sees: exceptions, failed requests, refused content. */
import type { Browser, BrowserContext, ConsoleMessage, WebError } from '@playwright/test';

/** Errors of the current test and those that it expects; a worker runs one test at a time. */
let received: string[] = [];
let expected: RegExp[] = [];
/** An open page learns from its event stream that its session has ended. */
const USUAL = /status of 401 .*\/api\/events$/;
/** Servers that were stopped on purpose: pages that are still open may fail to reach them. */
const stopped: string[] = [];

/**
 * Allows errors in the current test, which breaks or refuses requests on purpose.
 * @param patterns match the browser's message followed by the address that it is about
 */
export function expectBrowserError(...patterns: RegExp[]): void {
  expected.push(...patterns);
}

/** Ignores errors about a server that is being stopped. */
export function ignoreErrorsOf(url: string): void {
  stopped.push(url);
}

interface BrowserErrorReport {
  unexpected: string[];
  /** Expected but not received, so that no permission outlives its reason. */
  missing: RegExp[];
}

/** Collects the errors of all pages, also of contexts that a test opens itself. The result stops it. */
export function collectBrowserErrors(browser: Browser): () => BrowserErrorReport {
  received = [];
  expected = [];
  const add = (error: string) => {
    const isIgnored = USUAL.test(error) || stopped.some((server) => error.includes(server));
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
      unexpected: received.filter((one) => !expected.some((pattern) => pattern.test(one))),
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
