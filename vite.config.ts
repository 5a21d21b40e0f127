import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { fileURLToPath } from 'node:url';
import { chunkGroups } from './scripts/web/chunks.ts';
import { keepFirstLoadSmall } from './scripts/web/firstLoad.ts';

const projectRoot = fileURLToPath(new URL('.', import.meta.url));

/** Stops the build when server code would end up in the browser: no path with /server/ is ever bundled. */
function refuseServerModules(): Plugin {
  return {
    name: 'refuse-server-modules',
    enforce: 'pre',
    load(id: string) {
      if (id.startsWith(`${projectRoot}src/`) && id.includes('/server/')) {
        this.error(`${id.slice(projectRoot.length)} is server code and must not be imported by the web app`);
      }
      return null;
    },
  };
}

/** The typeface that comes late is shown from the next visit on: titles that wrap otherwise in it would move the page. */
function keepTypefaceStill(): Plugin {
  const swapped = /font-display: ?swap/g;
  return {
    name: 'keep-typeface-still',
    transform(code: string, id: string) {
      if (!id.endsWith('/platform/web/styles.css')) return null;
      if (!swapped.test(code)) this.error(`${id} brings no typeface that is swapped in any more`);
      return code.replaceAll(swapped, 'font-display:optional');
    },
  };
}

const FIRST_FILES = /\/(ahead|react|router-and-query|rolldown-runtime|start)-/;

export default defineConfig({
  root: `${projectRoot}src/app/web`,
  publicDir: `${projectRoot}src/app/web/public`,
  cacheDir: `${projectRoot}.cache/vite`,
  plugins: [
    refuseServerModules(),
    react(),
    tailwindcss(),
    keepTypefaceStill(),
    keepFirstLoadSmall(projectRoot),
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
      // Whoever asks for a screen has the first files already, and what Home may need is fetched ahead in its own
      // time; naming those files again makes the first ones longer.
      resolveDependencies: (_file, files, { hostId, hostType }) => {
        if (hostType !== 'js') return files;
        return /\/home-/.test(hostId) ? [] : files.filter((file) => !FIRST_FILES.test(file));
      },
    },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunkGroups(projectRoot) },
      },
    },
  },
});
