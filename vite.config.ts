import react from '@vitejs/plugin-react';
import unocss from 'unocss/vite';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { chunks } from './build/chunks.ts';
import { addDigests } from './build/file-digests.ts';
import { limitFirstLoad } from './build/first-load.ts';
import { leanRouter } from './build/lean-router/lean-router.ts';
import { manifest } from './build/manifest.ts';
import { checkOptionalChunks } from './build/optional-chunks.ts';
import { precompress } from './build/precompress.ts';
import { preloadOnImport } from './build/preload-scripts/preload-scripts.ts';
import { prerender } from './build/prerender.ts';
import { BUILD_VARIABLES } from './build/variables.ts';
import { EARLY_SCRIPT } from './src/domain/early-script.ts';
import { DEFAULT_SITE } from './src/domain/site.ts';
import { MARKED_SITE } from './src/domain/site-page.ts';

/** The server beside which `npm run dev` serves the app. */
const server = `http://localhost:${process.env.PORT || 3000}`;

export default defineConfig({
  define: {
    ...Object.fromEntries(
      BUILD_VARIABLES.map((name) => [`import.meta.env.${name}`, JSON.stringify(process.env[name] ?? '')]),
    ),
    'import.meta.env.BUILD_YEAR': JSON.stringify(String(new Date().getFullYear())),
  },
  plugins: [
    {
      name: 'site-name',
      // Before Vite puts the variable itself in, which may be empty.
      transformIndexHtml: {
        order: 'pre',
        handler: (html, { server }) => ({
          html: html.replaceAll('%SITE_NAME%', (server ? DEFAULT_SITE : MARKED_SITE).name),
          tags: [{ tag: 'script', children: EARLY_SCRIPT, injectTo: 'head-prepend' }],
        }),
      },
    },
    react(),
    leanRouter(),
    preloadOnImport(),
    prerender(),
    unocss({ configFile: './src/styles/uno.config.ts' }),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'service-worker.ts',
      injectRegister: false,
      manifest: manifest(DEFAULT_SITE.name),
      manifestFilename: 'manifest.webmanifest',
      injectManifest: {
        globPatterns: [
          '{app,track}.html',
          'manifest.webmanifest',
          'icon.svg',
          // The one that notifications show: the others are for installing, which needs the network.
          'icons/icon-192.png',
          'assets/**/*.{js,css,woff2,wasm}',
        ],
        rollupFormat: 'iife',
      },
      integration: { beforeBuildServiceWorker: addDigests },
    }),
    limitFirstLoad,
    checkOptionalChunks,
    precompress(),
  ],
  worker: { format: 'es' },
  build: {
    outDir: 'dist/app',
    // The README and public/too-old.js say the same.
    target: ['chrome111', 'safari16.4', 'firefox121'],
    sourcemap: false,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    rolldownOptions: {
      output: { codeSplitting: { groups: chunks } },
      // Its package does not say that what nobody imports may go.
      treeshake: { moduleSideEffects: [{ test: /node_modules.@trpc.client/, sideEffects: false }] },
    },
  },
  server: {
    proxy: { '/api': server, '/dev': server, '/v1_1': server },
  },
});
