/**
 * Takes a picture of every screen, dialog and state at both sizes in both themes, and writes one page that
 * shows them all. `npm run screens -- submit` takes only those whose name contains the word.
 */
import { chromium } from '@playwright/test';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { ensureBrowser } from '#tests/support/helpers/browser.ts';
import { startDemo } from '#scripts/demo/start.ts';
import type { RunningDemo } from '#scripts/demo/start.ts';
import { overview } from './overview.ts';
import type { Picture } from './overview.ts';
import { shots } from './shots.ts';
import type { Shot, Visitor } from './shot.ts';

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

const wanted = process.argv[2] ?? '';
const chosen = shots.filter((one) => one.name.includes(wanted));
if (chosen.length === 0) throw new Error(`No screen is called ${wanted}`);

const demo = await startDemo({ ...process.env, PORT: '0' });
const browser = await chromium.launch({ executablePath: ensureBrowser(), args: FLAGS });
const problems: string[] = [];
try {
  if (wanted === '') await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const pictures: Picture[] = [];
  for (const size of Object.keys(SIZES) as Size[]) {
    for (const theme of THEMES) pictures.push(...(await takeAll(browser, demo, { size, theme })));
  }
  await writeFile(`${FOLDER}/index.html`, overview(pictures));
  process.stdout.write(`${pictures.length} pictures in ${FOLDER}/index.html\n`);
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
  { url, tokens }: RunningDemo,
  { size, theme }: { size: Size; theme: Theme },
): Promise<Picture[]> {
  const pictures: Picture[] = [];
  for (const shot of chosen.filter(({ only }) => only === undefined || only === size)) {
    const context = await running.newContext({
      viewport: SIZES[size],
      hasTouch: size === 'phone',
      colorScheme: theme,
      reducedMotion: 'reduce',
      baseURL: url,
    });
    const file = `${shot.name}-${size}-${theme}.png`;
    try {
      await signIn(context, tokens, shot.as);
      await take(context, shot, `${FOLDER}/${file}`);
      pictures.push({ name: shot.name, size, theme, file });
    } catch (error) {
      problems.push(`${file}: ${(error as Error).message.split('\n')[0]}`);
    } finally {
      await context.close();
    }
  }
  return pictures;
}

async function signIn(
  context: BrowserContext,
  tokens: RunningDemo['tokens'],
  visitor: Visitor,
): Promise<void> {
  if (visitor === 'nobody') return;
  const session = await tokens(visitor);
  await context.addInitScript(({ token, user }) => {
    // Once: a page may lose its session and must not find it again.
    if (sessionStorage.getItem('pictured')) return;
    sessionStorage.setItem('pictured', 'yes');
    localStorage.setItem('auth_token', token);
    localStorage.setItem('auth_user', JSON.stringify(user));
  }, session);
}

/** Opens the address, brings the screen into its state and waits until nothing moves before the picture. */
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
  checkPlace(page, shot, path);
  const width = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  if (width > 0) problems.push(`${path}: ${width} px wider than the screen`);
}

/** A picture that says that it shows a route is of that route. */
function checkPlace(page: Page, { shows }: Shot, path: string): void {
  const form = new RegExp(`^${shows?.replaceAll(/\$\w+/g, '[^/]+') ?? '.*'}$`);
  const { pathname } = new URL(page.url());
  if (!form.test(pathname)) problems.push(`${path}: shows ${pathname}, not ${shows}`);
}
