/** The service worker, the manifest and the icons of the installed app (docs/decisions/038). */

import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import type { Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { PRODUCT_NAME } from '../../src/platform/contract/product.ts';
import type { BuiltChunk } from './firstLoad.ts';

/** The screens that open without a network. */
const OFFLINE_SCREENS = [
  'home/HomePage.tsx',
  'submission/web/SubmitNotePage.tsx',
  'app/web/notes/MyNotesPage.tsx',
];
/** Other files that these screens need; of the typeface only the part with Latin letters. */
const OTHER_FILES = [
  /^index\.html$/,
  /^firstPaint\.js$/,
  /^icon\.svg$/,
  /^assets\/style-.+\.css$/,
  /^assets\/inter-latin-wght-.+\.woff2$/,
];

type Chunk = BuiltChunk & { dynamicImports: string[]; isEntry: boolean };

/** Lists the chunks of these screens, and what they load later: dialogs, menus, schemas. */
export function listOfflineChunks(chunks: Chunk[], screens = OFFLINE_SCREENS): Set<string> {
  const byName = new Map(chunks.map((one) => [one.fileName, one]));
  const isOtherScreen = ({ facadeModuleId }: Chunk) =>
    facadeModuleId?.endsWith('Page.tsx') === true && !screens.some((one) => facadeModuleId.endsWith(one));
  const offline = new Set(chunks.filter(({ isEntry }) => isEntry));
  for (const chunk of offline) {
    for (const name of [...chunk.imports, ...chunk.dynamicImports]) {
      const imported = byName.get(name);
      if (imported && !isOtherScreen(imported)) offline.add(imported);
    }
  }
  return new Set([...offline].map(({ fileName }) => fileName));
}

/** @throws when no file matches, as after it was renamed; without it, the screens would lack it only offline */
function findFiles<File extends { url: string }>(files: File[], pattern: RegExp): File[] {
  const matches = files.filter(({ url }) => pattern.test(url));
  if (matches.length === 0)
    throw new Error(`No file that the worker should store matches ${String(pattern)}`);
  return matches;
}

/** Icons of the installed app by file name; a maskable one fills its square, because the system cuts it. */
const ICONS = {
  'icon-192.png': { size: 192, maskable: false },
  'icon-512.png': { size: 512, maskable: false },
  'icon-maskable-512.png': { size: 512, maskable: true },
  'icon-apple-180.png': { size: 180, maskable: true },
};

async function drawIcon(logo: string, { size, maskable }: (typeof ICONS)['icon-192.png']): Promise<Buffer> {
  const rounded = 'rx="7"';
  if (!logo.includes(rounded)) throw new Error(`The logo no longer has the corner ${rounded} to remove`);
  const svg = maskable ? logo.replace(rounded, '') : logo;
  return sharp(Buffer.from(svg), { density: (72 * size) / 32 })
    .resize(size, size)
    .png()
    .toBuffer();
}

/** Draws the icons from the logo. */
function drawIcons(logoPath: string): Plugin {
  return {
    name: 'draw-icons',
    apply: 'build',
    async generateBundle() {
      const logo = readFileSync(logoPath, 'utf8');
      for (const [fileName, icon] of Object.entries(ICONS))
        this.emitFile({ type: 'asset', fileName, source: await drawIcon(logo, icon) });
    },
  };
}

/** Makes the manifest, the icons and the worker, which keeps the files of the screens for employees. */
export function installableApp(root: string): Plugin[] {
  let offlineChunks = new Set<string>();
  const listChunks: Plugin = {
    name: 'list-offline-chunks',
    apply: 'build',
    generateBundle(_options, bundle) {
      offlineChunks = listOfflineChunks(Object.values(bundle).filter((one) => one.type === 'chunk'));
    },
  };
  const worker = VitePWA({
    filename: 'worker.js',
    // The page offers an update (platform/web/worker.ts); the new worker waits until it is accepted.
    registerType: 'prompt',
    injectRegister: null,
    manifest: manifest(),
    includeManifestIcons: false,
    workbox: {
      globPatterns: ['**/*.{js,css,html,svg,woff2}'],
      manifestTransforms: [
        (entries) => ({
          manifest: [
            ...entries.filter(({ url }) => offlineChunks.has(url)),
            ...OTHER_FILES.flatMap((pattern) => findFiles(entries, pattern)),
          ],
        }),
      ],
      dontCacheBustURLsMatching: /^assets\//,
      navigateFallback: '/index.html',
      // As in webApp.ts of the server: the API and files are not pages.
      navigateFallbackDenylist: [/^\/api(\/|$)/, /^[^?]*\.\w+(\?|$)/],
      inlineWorkboxRuntime: true,
      importScripts: ['staticRoutes.js'],
      cleanupOutdatedCaches: true,
      sourcemap: false,
    },
  });
  return [drawIcons(`${root}src/app/web/public/icon.svg`), listChunks, ...worker];
}

const manifest = () => ({
  id: '/',
  name: PRODUCT_NAME,
  short_name: PRODUCT_NAME,
  description: 'Work notes, client units and review for service businesses that bill in 15-minute units.',
  lang: 'en',
  start_url: '/',
  scope: '/',
  display: 'standalone' as const,
  background_color: '#f7f8f8',
  theme_color: '#f7f8f8',
  icons: [
    { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
    ...Object.entries(ICONS)
      .filter(([name]) => !name.includes('apple'))
      .map(([name, { size, maskable }]) => ({
        src: `/${name}`,
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose: maskable ? ('maskable' as const) : ('any' as const),
      })),
  ],
});
