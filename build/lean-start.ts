import http from 'node:http';
import type { Plugin } from 'vite';

/** Node loads its whole `fetch` for the others, in 25 ms of each start. */
const NAMES = Object.entries(Object.getOwnPropertyDescriptors(http)).flatMap(([name, { value }]) =>
  value === undefined ? [] : [name],
);
const PLAIN_HTTP = '\0plain-http';

/** Imports of `node:http` get the names that it holds ready. */
export const plainHttp: Plugin = {
  name: 'plain-http',
  enforce: 'pre',
  resolveId(id, _importer, { kind }: { kind?: string }) {
    return /^(node:)?http$/.test(id) && kind !== 'require-call' ? PLAIN_HTTP : undefined;
  },
  load(id) {
    if (id !== PLAIN_HTTP) return undefined;
    const http = "const http = process.getBuiltinModule('node:http');\nexport default http;\n";
    return `${http}export const { ${NAMES.join(', ')} } = http;`;
  },
};

const LIMITS: Record<string, { packages: RegExp; because: string }> = {
  // See FIRST_PACKAGES in vite.server.config.ts.
  main: { packages: /^((?!first-)\w+-)?packages$/, because: 'PostgreSQL starts only after it' },
  serve: { packages: /^(fontkit|pdfkit|sharp|flydrive)/, because: 'few starts need it' },
  app: { packages: /^(fontkit|pdfkit|sharp|flydrive|mail-packages)/, because: 'few requests need it' },
};

/** What is imported before the first request ends the build if it can wait. */
export const limitStart: Plugin = {
  name: 'limit-start',
  generateBundle(_options, bundle) {
    for (const [entry, { packages, because }] of Object.entries(LIMITS)) {
      const loaded = new Set([`bin/${entry}.js`]);
      for (const file of loaded) {
        const chunk = bundle[file];
        if (chunk?.type === 'chunk') for (const needed of chunk.imports) loaded.add(needed);
        const name = chunk?.type === 'chunk' ? chunk.name : file;
        if (packages.test(name)) this.error(`${entry} imports ${name}, but ${because}.`);
      }
    }
  },
};
