import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { fileURLToPath } from 'node:url';

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

/** Code that changes rarely sits in chunks of its own, so that a release leaves it in people's caches. */
function vendorChunk(id: string): string | null {
  if (!id.includes('/node_modules/')) return null;
  if (/\/node_modules\/(react|react-dom|scheduler)\//.test(id)) return 'react';
  if (/\/node_modules\/@tanstack\//.test(id)) return 'router-and-query';
  return null;
}

export default defineConfig({
  root: `${projectRoot}src/app/web`,
  publicDir: `${projectRoot}src/app/web/public`,
  cacheDir: `${projectRoot}.cache/vite`,
  plugins: [refuseServerModules(), react(), tailwindcss()],
  clearScreen: false,
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
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ name: vendorChunk, debugName: 'vendor' }] },
      },
    },
  },
});
