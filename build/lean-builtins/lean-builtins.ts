import type { Plugin } from 'vite';

/**
 * `import 'node:http'` would read every property of the module, among them WebSocket, which loads
 * all of undici. Fastify requires `node:http2`, and loads it only if it serves that.
 */
const LEAN: Record<string, string> = {
  'node:http': `const http = process.getBuiltinModule('node:http');
    export default http;
    export const { IncomingMessage, STATUS_CODES } = http;`,
  'node:http2': `const http2 = () => process.getBuiltinModule('node:http2');
    export const createServer = (...rest) => http2().createServer(...rest);
    export const createSecureServer = (...rest) => http2().createSecureServer(...rest);`,
};

export const leanBuiltins: Plugin = {
  name: 'lean-builtins',
  enforce: 'pre',
  resolveId: (id, _importer, { kind }) =>
    (id === 'node:http' && kind === 'import-statement') || id === 'node:http2' ? `\0${id}` : null,
  load: (id) => LEAN[id.slice(1)] ?? null,
};
