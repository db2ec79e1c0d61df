import react from '@vitejs/plugin-react';
import unocss from 'unocss/vite';
import { defineConfig } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { BUILD_VARIABLES } from './src/config/build-variables.ts';

export default defineConfig(({ mode }) => ({
  define: Object.fromEntries(
    BUILD_VARIABLES.map((name) => [`import.meta.env.${name}`, JSON.stringify(process.env[name] ?? '')]),
  ),
  plugins: [
    {
      name: 'site-name',
      transformIndexHtml: (html) => html.replaceAll('%SITE_NAME%', process.env.SITE_NAME || 'Waybill'),
    },
    react(),
    unocss({ configFile: './src/styles/uno.config.ts' }),
    mode !== 'test' &&
      compression({ algorithms: ['brotliCompress', 'gzip'], threshold: 512, exclude: [/\.(png|woff2|webp)$/] }),
  ],
  build: {
    target: ['chrome123', 'safari17.5', 'firefox128'],
    sourcemap: false,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  server: { proxy: { '/api': 'http://localhost:3000', '/dev': 'http://localhost:3000' } },
}));
