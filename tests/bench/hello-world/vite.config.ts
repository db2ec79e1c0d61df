import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from '../../../build/precompress.ts';
import app from '../../../vite.config.ts';

/** Built like the app, but with none of its parts. */
export default defineConfig({ plugins: [react(), precompress()], build: app.build });
