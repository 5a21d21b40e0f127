import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { limitFirstLoad } from './scripts/web/firstLoad.ts';
import { installableApp } from './scripts/web/serviceWorker.ts';

const projectRoot = fileURLToPath(new URL('.', import.meta.url));

/** Matches the modules of folders and files in src. @throws for one that does not exist, so that no move goes unnoticed */
function within(...paths: string[]): RegExp {
  const missing = paths.find((path) => !existsSync(`${projectRoot}src/${path}`));
  if (missing !== undefined) throw new Error(`A chunk is of src/${missing}, which does not exist`);
  return new RegExp(`/src/(${paths.map((path) => path.replaceAll('.', '\\.')).join('|')})`);
}

/** Stops the build when server code would end up in the browser: no path with /server/ is ever bundled. */
function refuseServerModules(): Plugin {
  return {
    name: 'refuse-server-modules',
    enforce: 'pre',
    load(id: string) {
      if (id.startsWith(`${projectRoot}src/`) && id.slice(projectRoot.length).includes('/server/')) {
        this.error(`${id.slice(projectRoot.length)} is server code and must not be imported by the web app`);
      }
      return null;
    },
  };
}

/** The chunks that every screen needs. */
const shared = new Set(['rolldown-runtime', 'vendor', 'app', 'home', 'kit']);

/** Preloads the chunks that every screen needs, which the browser finds only after the first ones are executed. */
function preloadSharedChunks(): Plugin {
  return {
    name: 'preload-shared-chunks',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.values(bundle)
          .filter((file) => file.type === 'chunk' && shared.has(file.name))
          .map(({ fileName }) => ({
            tag: 'link',
            injectTo: 'head' as const,
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
          })),
    },
  };
}

/** Has Chromium compile all functions of the chunks of which Submit calls most, beside the page while it loads them. */
function compileEarly(): Plugin {
  const called = new Set(['vendor', 'app', 'home', 'kit', 'forms', 'sealed', 'visit', 'SubmitNotePage']);
  return {
    name: 'compile-early',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          // Only the first line of a file can have it: https://v8.dev/blog/explicit-compile-hints
          if (chunk.type === 'chunk' && called.has(chunk.name))
            chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
        }
      },
    },
  };
}

/** Shows a typeface that loads late from the next visit on: titles that wrap differently in it would move the page. */
function keepTypefaceStill(): Plugin {
  const swapped = /font-display: ?swap/g;
  return {
    name: 'keep-typeface-still',
    transform(code: string, id: string) {
      if (!id.endsWith('/platform/web/styles.css')) return null;
      if (!swapped.test(code)) this.error(`${id} no longer has a font-display to replace`);
      return code.replaceAll(swapped, 'font-display:optional');
    },
  };
}

export default defineConfig({
  root: `${projectRoot}src/app/web`,
  publicDir: `${projectRoot}src/app/web/public`,
  cacheDir: `${projectRoot}.cache/vite`,
  plugins: [
    refuseServerModules(),
    react(),
    tailwindcss(),
    keepTypefaceStill(),
    preloadSharedChunks(),
    compileEarly(),
    limitFirstLoad(projectRoot),
    installableApp(projectRoot),
  ],
  clearScreen: false,
  // React has had this hook since version 18; the package's other entry brings its stand-in for older ones.
  resolve: {
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  server: {
    host: '127.0.0.1',
    fs: { allow: [projectRoot] },
  },
  build: {
    outDir: `${projectRoot}dist/web`,
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    sourcemap: false,
    assetsInlineLimit: 0,
    // There is one stylesheet; otherwise each file that is asked for later would name it.
    cssCodeSplit: false,
    modulePreload: {
      polyfill: false,
      // The page preloads the shared ones; each that is listed again costs a slow phone half a millisecond at each import.
      resolveDependencies: (_file, dependencies) =>
        dependencies.filter((file) => !shared.has(/^assets\/(.+)-.{8}\.js$/.exec(file)?.[1] ?? '')),
    },
    reportCompressedSize: false,
    rolldownOptions: {
      // Otherwise all 2,000 icons of lucide-react are parsed for the hundred in use.
      experimental: { lazyBarrel: true },
      output: {
        codeSplitting: {
          // Each group takes the static imports of its modules along, unless one of higher priority has them.
          groups: [
            { name: 'start', test: /app\/web\/(start|screenCode)\.ts$|vite\/preload-helper/, priority: 8 },
            {
              name: 'vendor',
              test: /node_modules\/(react|react-dom|scheduler|@tanstack)\//,
              priority: 7,
            },
            { name: 'app', test: /app\/web\/main\.tsx$/, priority: 6 },
            { name: 'home', test: /app\/web\/(shell\/Shell|home\/HomePage)\.tsx$/, priority: 5 },
            {
              name: 'kit',
              test: /platform\/contract\/decimalFormat|platform\/web\/(?!forms\/|offline\/(?!release|fetchOrDecrypt)|ui\/(DialogWindow|ConfirmDialog|ToastView|MenuContent|TooltipHost|ToggletipPopover|Combobox|QrCode|DateRangeFields|PeriodDownloadDialog))|lucide-react/,
              minShareCount: 2,
              priority: 4,
            },
            {
              name: 'dialogs',
              test: /platform\/web\/ui\/(DialogWindow|ConfirmDialog|ToastView)\.tsx$/,
              priority: 3,
            },
            {
              name: 'popovers',
              test: /platform\/web\/ui\/(MenuContent|TooltipHost|ToggletipPopover|ComboboxList)\.tsx$/,
              priority: 2,
            },
            // One file, because each is named where any of them is requested.
            {
              name: 'sealed',
              test: new RegExp(
                [
                  /platform\/web\/offline\/(?!release\.|fetchOrDecrypt)|node_modules\/(idb|workbox-\w+)\//,
                  within('features/submission/web/entry/unsentState.ts'),
                ]
                  .map(({ source }) => source)
                  .join('|'),
              ),
              priority: 2,
            },
            { name: 'forms', test: /platform\/web\/forms\/(?!FormCombobox)/, priority: 1 },
            { name: 'combobox', test: /platform\/web\/(forms\/Form|ui\/)Combobox\.tsx$/ },
            // Submit shares these with other screens; a file for each would be found one after another.
            {
              name: 'visit',
              test: within(
                'features/units/web/public.tsx',
                'features/services/web/public.tsx',
                'features/time/web/public.tsx',
                'features/clients/web/public.tsx',
                'features/clients/web/accounts/public.tsx',
                'features/notes/web/closedPeriod/',
                'features/notes/web/labels/',
                'features/submission/web/entry/',
              ),
              minShareCount: 2,
            },
            { name: 'validation', test: /node_modules\/(zod|@hookform)\// },
          ],
        },
      },
    },
  },
});
