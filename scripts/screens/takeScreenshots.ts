/**
 * `npm run screens [-- WORD]`: takes screenshots of all screens, dialogs and states (or those whose name contains the
 * word) at both sizes in both themes, and writes an overview to screens/index.html.
 */

import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { READ_COOKIE } from '#platform/server/http/authorize.ts';
import { startDemo, type RunningDemo } from '#scripts/demo/start.ts';
import { ensureBrowser } from '#tests/support/helpers/browser.ts';
import type { Shot, Visitor } from './shot.ts';
import { shots } from './shots.ts';

const FOLDER = 'screens';
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
const THEMES = ['light', 'dark'] as const;
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

type Size = keyof typeof SIZES;
type Theme = (typeof THEMES)[number];

interface Screenshot {
  name: string;
  file: string;
  /** Size and theme. */
  description: string;
}

const filter = process.argv[2] ?? '';
const selection = shots.filter(({ name }) => name.includes(filter));
if (selection.length === 0) throw new Error(`The name of no screenshot contains ${filter}`);

const demo = await startDemo({ ...process.env, PORT: '0' });
const browser = await chromium.launch({ executablePath: ensureBrowser(), args: FLAGS });
const problems: string[] = [];
try {
  if (filter === '') await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const screenshots: Screenshot[] = [];
  for (const size of Object.keys(SIZES) as Size[]) {
    for (const theme of THEMES) screenshots.push(...(await takeAll(browser, demo, { size, theme })));
  }
  await writeFile(`${FOLDER}/index.html`, formatOverview(screenshots));
  process.stdout.write(`${screenshots.length} screenshots in ${FOLDER}/index.html\n`);
} finally {
  await browser.close();
  await demo.stop();
}
if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`);
  process.exitCode = 1;
}

async function takeAll(
  running: Browser,
  demoServer: RunningDemo,
  { size, theme }: { size: Size; theme: Theme },
): Promise<Screenshot[]> {
  const screenshots: Screenshot[] = [];
  for (const shot of selection.filter(({ only }) => only === undefined || only === size)) {
    const context = await running.newContext({
      viewport: SIZES[size],
      hasTouch: size === 'phone',
      colorScheme: theme,
      reducedMotion: 'reduce',
      baseURL: demoServer.url,
    });
    const file = `${shot.name}-${size}-${theme}.png`;
    try {
      await signIn(context, demoServer, shot.as);
      await take(context, shot, `${FOLDER}/${file}`);
      screenshots.push({ name: shot.name, file, description: `${size}, ${theme}` });
    } catch (error) {
      problems.push(`${file}: ${(error as Error).message.split('\n')[0]}`);
    } finally {
      await context.close();
    }
  }
  return screenshots;
}

async function signIn(context: BrowserContext, demoServer: RunningDemo, visitor: Visitor): Promise<void> {
  if (visitor === null) return;
  const session = await demoServer.signIn(visitor);
  // The login sets this cookie, which pictures and frames need.
  const { hostname: domain } = new URL(demoServer.url);
  await context.addCookies([{ name: READ_COOKIE, value: session.token, domain, path: '/api' }]);
  await context.addInitScript(({ token, user }) => {
    // The viewer of a PDF is a frame without storage.
    if (window !== top) return;
    // Once, so that a page that lost its session stays signed out.
    if (sessionStorage.getItem('signedIn')) return;
    sessionStorage.setItem('signedIn', 'yes');
    localStorage.setItem('auth_token', token);
    localStorage.setItem('auth_user', JSON.stringify(user));
  }, session);
}

/** Opens the path, performs the act and takes the screenshot when nothing moves. */
async function take(context: BrowserContext, shot: Shot, path: string): Promise<void> {
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  page.on('pageerror', (error) => problems.push(`${path}: ${error.message}`));
  await shot.before?.(page);
  await page.goto(shot.path);
  await page
    .getByRole(shot.waitFor?.role ?? 'heading', { name: shot.waitFor?.name ?? /./ })
    .first()
    .waitFor();
  if (shot.state !== 'loading') await page.waitForFunction(() => !document.querySelector('.animate-pulse'));
  await shot.act?.(page);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.screenshot({ path, animations: 'disabled' });
  checkRoute(page, shot, path);
  const width = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  if (width > 0) problems.push(`${path}: ${width} px wider than the screen`);
}

/** Reports a shot that ends on another route than it names. */
function checkRoute(page: Page, { shows }: Shot, path: string): void {
  const pattern = new RegExp(`^${shows?.replaceAll(/\$\w+/g, '[^/]+') ?? '.*'}$`);
  const { pathname } = new URL(page.url());
  if (!pattern.test(pathname)) problems.push(`${path}: shows ${pathname}, not ${shows}`);
}

/** The overview page: a row for each name, with both sizes and themes side by side. */
function formatOverview(screenshots: Screenshot[]): string {
  const rows = [...Map.groupBy(screenshots, ({ name }) => name)].map(([name, group]) => {
    const images = group.map(
      ({ file, description }) =>
        `<a href="${file}"><img loading="lazy" src="${file}" alt="${name}, ${description}"></a>`,
    );
    return `<section><h2>${name}</h2>${images.join('')}</section>`;
  });
  return `<!doctype html><meta charset="utf-8"><title>Screens</title><style>
body{font:14px system-ui;margin:24px;background:#888}h2{margin:24px 0 8px;color:#fff}
section{white-space:nowrap;overflow-x:auto}img{height:420px;margin-right:12px;border:1px solid #444}
</style>${rows.join('\n')}\n`;
}
