/** Which room may import which: the layers of src, the contract, and app, worker and server. */
import { posix } from 'node:path';
import {
  arrow,
  arrows,
  exportsOf,
  type House,
  isIn,
  isTest,
  MADE_BY_TOOLS,
  type Module,
  modulesIn,
  nodesIn,
  rule,
} from './house.ts';

// The layers of src.

/** From the top down; an import goes to a lower layer, or stays within its own. */
const LAYERS = [
  ['app'],
  ['pages'],
  ['features'],
  ['outbox'],
  ['api', 'offline', 'pwa'],
  ['styles'],
  ['ui', 'config'],
  ['browser'],
  ['domain'],
];
const roomOf = (path: string) => path.split('/')[1] ?? '';
const layerOf = (path: string) => LAYERS.findIndex((rooms) => rooms.includes(roomOf(path)));

rule(
  'src goes app → pages → features → outbox → (api, offline, pwa) → (ui, config) → browser → domain and never upward, offline → api and never back',
  (all) =>
    arrows(modulesIn(all, 'src'), (to, { path }) => {
      if (!isIn(to, 'src')) return false;
      return layerOf(to) < layerOf(path) || (roomOf(path) === 'api' && roomOf(to) === 'offline');
    }),
  {
    sources: {
      'src/app/a.tsx': `import '../styles/a.css'; import '../pages/a.tsx'; import '../offline/a.ts'; import '../domain/a.ts';`,
      'src/pages/a.tsx': `import { f } from '../features/f/a.ts'; import type { R } from '../app/router.tsx';`,
      'src/features/f/a.ts': `export { q } from '../../api/q.ts'; const page = () => import('../../pages/a.tsx');`,
      'src/api/a.ts': `import '../offline/b.ts'; import '../ui/a.tsx'; import './b.ts';`,
      'src/offline/a.ts': `import '../api/a.ts'; import '../features/f/a.ts';`,
      'src/styles/uno.config.ts': `import '../ui/icon-names.ts'; import '../api/a.ts';`,
      'src/ui/a.tsx': `import '../config/site.ts'; import '../domain/a.ts'; import '../api/a.ts';`,
      'src/config/site.ts': `type Page = import('../pages/a.tsx').Page;`,
      'src/domain/a.ts': `import './b.ts'; import '../config/site.ts';`,
      'src/domain/a.test.ts': `import '../app/a.tsx';`,
    },
    finds: [
      'src/pages/a.tsx → src/app/router.tsx (type)',
      'src/features/f/a.ts → src/pages/a.tsx',
      'src/api/a.ts → src/offline/b.ts',
      'src/offline/a.ts → src/features/f/a.ts',
      'src/styles/uno.config.ts → src/api/a.ts',
      'src/ui/a.tsx → src/api/a.ts',
      'src/config/site.ts → src/pages/a.tsx (type)',
      'src/domain/a.ts → src/config/site.ts',
    ],
  },
);

/** What belongs to all rooms: the compiler's settings, and types that others left undeclared. */
const ABOVE_ROOMS = /^src\/(tsconfig\.json|[^/]+\.d\.ts)$/;

rule(
  'src has the rooms of its layers and no other',
  ({ files }) => files.filter((path) => isIn(path, 'src') && layerOf(path) < 0 && !ABOVE_ROOMS.test(path)),
  {
    sources: { 'src/ui/form/a.tsx': '', 'src/vite-env.d.ts': '', 'src/hooks/a.d.ts': '', 'src/stray.ts': '' },
    finds: ['src/hooks/a.d.ts', 'src/stray.ts'],
  },
);

/** What only some pages need: a form, a date, a carousel, a code, a picture. */
const FOR_SOME_PAGES = [
  'valibot',
  'react-hook-form',
  '@hookform/resolvers',
  'date-fns',
  'ibantools',
  'react-hot-toast',
  'embla-carousel-react',
  'jsbarcode',
  'uqr',
  'html-to-image',
  'zxing-wasm',
  'signature_pad',
  'eventsource',
  'workbox-window',
];

/** The files loaded with every page: all static imports of its first file, except types. */
function onEveryPage({ modules }: House): Module[] {
  const found = new Set<string>(['src/app/main.tsx']);
  for (const path of found) {
    const imports = modules.get(path)?.imports.filter(({ isType, isLazy }) => !isType && !isLazy) ?? [];
    for (const { to } of imports) if (modules.has(to)) found.add(to);
  }
  return [...modules.values()].filter(({ path }) => found.has(path));
}

rule(
  'a library that some pages need is loaded with those pages only',
  (all) => arrows(onEveryPage(all), (to, _, { isType, isLazy }) => !isType && !isLazy && FOR_SOME_PAGES.includes(to)),
  {
    sources: {
      'src/app/main.tsx': `import { a } from './a.ts'; import type { V } from 'valibot'; import 'react';`,
      'src/app/a.ts': `import { d } from '../domain/d.ts'; const page = () => import('../pages/p.tsx');`,
      'src/domain/d.ts': `import * as v from 'valibot'; const f = () => import('date-fns');`,
      'src/pages/p.tsx': `import { useForm } from 'react-hook-form';`,
    },
    finds: ['src/domain/d.ts → valibot'],
  },
);

/**
 * At least one import cycle of every cluster, starting at its first file. Type imports count too.
 */
function circles(all: House): string[] {
  const found = new Set<string>();
  const done = new Set<string>();
  const visit = (path: string, way: string[]) => {
    const from = way.indexOf(path);
    if (from >= 0) {
      const circle = way.slice(from);
      const first = circle.indexOf(circle.toSorted()[0] ?? '');
      found.add([...circle.slice(first), ...circle.slice(0, first + 1)].join(' → '));
    }
    if (from >= 0 || done.has(path)) return;
    for (const { to } of all.modules.get(path)?.imports ?? []) if (all.modules.has(to)) visit(to, [...way, path]);
    done.add(path);
  };
  for (const { path } of modulesIn(all, 'src', 'sw', 'server')) visit(path, []);
  return [...found];
}

rule('no file imports itself, however long the way round', circles, {
  sources: {
    'src/ui/a.ts': `import './b.ts';`,
    'src/ui/b.ts': `export { c } from './c.ts';`,
    'src/ui/c.ts': `const a = () => import('./a.ts'); import './d.ts';`,
    'src/ui/d.ts': `import './e.ts';`,
    'src/ui/e.ts': `import './f.ts';`,
    'src/ui/f.ts': ``,
    'server/a.ts': `import type { B } from './b.ts';`,
    'server/b.ts': `import { a } from './a.ts'; import { b } from './b.ts';`,
  },
  finds: [
    'src/ui/a.ts → src/ui/b.ts → src/ui/c.ts → src/ui/a.ts',
    'server/a.ts → server/b.ts → server/a.ts',
    'server/b.ts → server/b.ts',
  ],
});

/** The folder that a file is in. */
const folderOf = (path: string) => posix.dirname(path);

rule(
  'no two folders import each other',
  (all) => {
    const edges = new Set(
      modulesIn(all, 'src', 'sw', 'server').flatMap(({ path, imports }) =>
        imports
          .filter(({ to }) => all.modules.has(to) && folderOf(to) !== folderOf(path))
          .map(({ to }) => `${folderOf(path)} ${folderOf(to)}`),
      ),
    );
    return [...edges]
      .map((edge) => edge.split(' '))
      .filter(([from = '', to = '']) => from < to && edges.has(`${to} ${from}`))
      .map(([from, to]) => `${from} ↔ ${to}`);
  },
  {
    sources: {
      'server/a/a.ts': `import '../b/b.ts'; import '../c/c.ts';`,
      'server/b/b.ts': `import type { C } from '../a/c.ts';`,
      'server/a/c.ts': '',
      'server/c/c.ts': `import './d.ts';`,
      'server/c/d.ts': '',
      'server/c/c.test.ts': `import '../a/a.ts';`,
    },
    finds: ['server/a ↔ server/b'],
  },
);

const MAX_FILES_IN_FOLDER = 20;

rule(
  `no folder holds more than ${MAX_FILES_IN_FOLDER} files, except the domain, the tests and what tools make`,
  ({ files }) => {
    const counts = new Map<string, number>();
    for (const path of files) {
      if (isTest(path) || isIn(path, 'src/domain') || MADE_BY_TOOLS.test(path)) continue;
      counts.set(folderOf(path), (counts.get(folderOf(path)) ?? 0) + 1);
    }
    return [...counts].filter(([, count]) => count > MAX_FILES_IN_FOLDER).map(([folder]) => folder);
  },
  {
    sources: Object.fromEntries(
      ['src/ui/a', 'src/domain/a', 'tests/a', 'server/database/migrations/meta/a'].flatMap((path) =>
        Array.from({ length: MAX_FILES_IN_FOLDER + 1 }, (_, index) => [`${path}${index}.ts`, '']),
      ),
    ),
    finds: ['src/ui'],
  },
);

rule(
  'every import can be followed: a relative one leads to a file, a dynamic one says where',
  ({ files, modules }) =>
    [...modules.values()].flatMap((module) =>
      module.imports
        .filter(({ specifier, to }) => specifier === null || (specifier.startsWith('.') && !files.includes(to)))
        .map((one) => arrow(module, one)),
    ),
  {
    sources: {
      'src/ui/a.ts': `import './b.ts'; import './b'; import './a.css'; import 'react'; import './gone.css';`,
      'src/ui/a.css': '',
      'src/ui/b.ts': `const page = (name: string) => import(\`./\${name}.ts\`);`,
    },
    finds: ['src/ui/a.ts → src/ui/b', 'src/ui/a.ts → src/ui/gone.css', 'src/ui/b.ts → unknown'],
  },
  { 'src/config/start-script.ts → unknown': 'The build gives it the names of the chunks.' },
);

rule(
  'what runs for people imports nothing of the tests',
  (all) => arrows(modulesIn(all, 'src', 'sw', 'server'), (to) => isTest(to) || to === 'vitest'),
  {
    sources: {
      'src/ui/a.ts': `import '../../tests/support/a.ts';`,
      'server/a.ts': `import { it } from 'vitest'; import './a.test.ts';`,
      'server/a.test.ts': `import { it } from 'vitest'; import '../tests/support/a.ts';`,
    },
    finds: ['src/ui/a.ts → tests/support/a.ts', 'server/a.ts → vitest', 'server/a.ts → server/a.test.ts'],
  },
);

// The contract.

rule(
  'the domain imports valibot, date-fns, ibantools and its own files',
  (all) =>
    arrows(
      modulesIn(all, 'src/domain'),
      (to) => !isIn(to, 'src/domain') && !['valibot', 'date-fns', 'ibantools'].includes(to),
    ),
  {
    sources: {
      'src/domain/a.ts': `import * as v from 'valibot'; import { format } from 'date-fns/format'; import './b.ts';`,
      'src/domain/b.ts': `import type { R } from 'react'; import 'node:crypto'; import '../../server/a.ts'; import '../ui/a.tsx';`,
      'src/domain/b.test.ts': `import fc from 'fast-check';`,
    },
    finds: [
      'src/domain/b.ts → react (type)',
      'src/domain/b.ts → node:crypto',
      'src/domain/b.ts → server/a.ts',
      'src/domain/b.ts → src/ui/a.tsx',
    ],
  },
);

// App, worker and server.

rule(
  'the server takes only the domain from src, and nothing from the worker',
  (all) => arrows(modulesIn(all, 'server'), (to) => isIn(to, 'sw') || (isIn(to, 'src') && !isIn(to, 'src/domain'))),
  {
    sources: {
      'server/a.ts': `import '../src/domain/a.ts'; import '../src/config/site.ts'; import type { M } from '../src/pwa/messages.ts';`,
      'server/b.ts': `import '../sw/push.ts'; import './a.ts'; import 'pg';`,
    },
    finds: ['server/a.ts → src/config/site.ts', 'server/a.ts → src/pwa/messages.ts (type)', 'server/b.ts → sw/push.ts'],
  },
  {
    'server/build.ts → src/config/build-variables.ts':
      'npm start builds the app again when one of the variables that are built into it has changed',
  },
);

rule(
  "the worker takes only the domain and the page's messages from src, and nothing from the server",
  (all) =>
    arrows(
      modulesIn(all, 'sw'),
      (to) => isIn(to, 'server') || (isIn(to, 'src') && !isIn(to, 'src/domain') && to !== 'src/pwa/messages.ts'),
    ),
  {
    sources: {
      'sw/service-worker.ts': `import './push.ts'; import '../src/domain/paths.ts'; import '../src/pwa/messages.ts'; import 'workbox-routing';`,
      'sw/push.ts': `import '../src/pwa/push.ts'; import '../src/api/calls/trpc.ts'; import type { A } from '../server/routers/router.ts';`,
    },
    finds: [
      'sw/push.ts → src/pwa/push.ts',
      'sw/push.ts → src/api/calls/trpc.ts',
      'sw/push.ts → server/routers/router.ts (type)',
    ],
  },
);

rule(
  'from src to the server there is `import type { AppRouter }` in src/api, and to the worker nothing',
  (all) =>
    arrows(modulesIn(all, 'src'), (to, { path }, { isType, names }) => {
      const isTheEdge =
        isIn(path, 'src/api') && to === 'server/routers/router.ts' && isType && names.join() === 'AppRouter';
      return isIn(to, 'sw') || (isIn(to, 'server') && !isTheEdge);
    }),
  {
    sources: {
      'src/api/calls/trpc.ts': `import type { AppRouter } from '../../../server/routers/router.ts';`,
      'src/api/a.ts': `import { AppRouter } from '../../server/routers/router.ts'; import type { Env } from '../../server/config/env.ts';`,
      'src/api/b.ts': `import type { AppRouter, appRouter } from '../../server/routers/router.ts';`,
      'src/features/a/b.ts': `import type { AppRouter } from '../../../server/routers/router.ts';`,
      'src/ui/a.ts': `type Router = typeof import('../../server/routers/router.ts'); import '../../sw/push.ts';`,
    },
    finds: [
      'src/api/a.ts → server/routers/router.ts',
      'src/api/a.ts → server/config/env.ts (type)',
      'src/api/b.ts → server/routers/router.ts (type)',
      'src/features/a/b.ts → server/routers/router.ts (type)',
      'src/ui/a.ts → server/routers/router.ts (type)',
      'src/ui/a.ts → sw/push.ts',
    ],
  },
);

rule(
  'the service worker is registered through workbox-window alone',
  (all) =>
    modulesIn(all, 'src').flatMap(({ path, program, text }) =>
      [...nodesIn(program)]
        .filter((node) => node.type === 'CallExpression')
        .filter(({ callee }) => /\bserviceWorker\.register$/.test(text.slice(callee.start, callee.end)))
        .map(() => path),
    ),
  {
    sources: {
      'src/pwa/a.ts': `import { Workbox } from 'workbox-window'; new Workbox('/service-worker.js').register();`,
      'src/pwa/b.ts': `navigator.serviceWorker.register('/service-worker.js');`,
      'src/pwa/c.ts': `const { serviceWorker } = navigator; serviceWorker.register('/service-worker.js');`,
    },
    finds: ['src/pwa/b.ts', 'src/pwa/c.ts'],
  },
  { 'src/pwa/repair.ts': 'An app with a missing chunk must be repaired without another chunk' },
);

// Pages compose, features do.

rule(
  'pages see no tRPC and no query keys',
  (all) =>
    modulesIn(all, 'src/pages').flatMap((module) => {
      const keys = [...nodesIn(module.program)].filter(
        (node) => node.type === 'Property' && node.key.type === 'Identifier' && node.key.name === 'queryKey',
      );
      const forbidden = ['src/api/calls/trpc.ts', 'src/api/define-query.ts'];
      return [
        ...arrows([module], (to) => to.startsWith('@trpc/') || forbidden.includes(to)),
        ...keys.map(() => `${module.path} writes a queryKey`),
      ];
    }),
  {
    sources: {
      'src/pages/a.tsx': `import { trpc } from '../api/calls/trpc.ts'; import '../api/form-errors.ts';`,
      'src/pages/manager/b.tsx': `import '../../api/define-query.ts'; import type { T } from '@trpc/client';`,
      'src/pages/c.tsx': `import { useQuery } from '@tanstack/react-query'; useQuery({ queryKey: ['cache'] });`,
      'src/features/a/b.ts': `import { trpc } from '../../api/calls/trpc.ts'; const q = { queryKey: [] };`,
    },
    finds: [
      'src/pages/a.tsx → src/api/calls/trpc.ts',
      'src/pages/manager/b.tsx → src/api/define-query.ts',
      'src/pages/manager/b.tsx → @trpc/client (type)',
      'src/pages/c.tsx writes a queryKey',
    ],
  },
);

rule(
  'each query is declared once, by defineQuery in the queries.ts of its feature, with a unique name',
  (all) => {
    const modules = modulesIn(all, 'src').filter(({ path }) => path !== 'src/api/define-query.ts' && !isTest(path));
    const named = modules.flatMap(({ path, text }) =>
      Array.from(text.matchAll(/defineQuery(?:<.*?>)?\(\{\s*name: (?:'([^']+)'|(\w+))/g), ([, name, constant]) => ({
        path,
        name: name ?? constant ?? '',
      })),
    );
    const twice = named.filter(({ name }, place) => named.findIndex((one) => one.name === name) < place);
    const others = modules.filter(({ text }) => /\bqueryOptions\b|\bqueryFn:/.test(text));
    const elsewhere = named.filter(({ path }) => /^src\/features\/(?!.*\/queries\.ts$)/.test(path));
    return [
      ...elsewhere.map(({ path, name }) => `${path}: ${name} belongs in queries.ts`),
      ...twice.map(({ path, name }) => `${path}: ${name} is the name of another query`),
      ...others.map(({ path }) => `${path} declares a query without defineQuery`),
    ];
  },
  {
    sources: {
      'src/features/a/queries.ts': `defineQuery({ name: 'a', store: 'nowhere', ask }); defineQuery({ name: 'b', ask });`,
      'src/features/b/queries.ts': `defineQuery<B>({\n  name: 'a', store: 'nowhere', ask });`,
      'src/features/c/queries.ts': `useQuery({ queryKey: ['mine', 'a'], queryFn: ask });`,
      'src/features/c/c-query.ts': `defineQuery({ name: 'c', store: 'nowhere', ask });`,
    },
    finds: [
      'src/features/c/c-query.ts: c belongs in queries.ts',
      'src/features/b/queries.ts: a is the name of another query',
      'src/features/c/queries.ts declares a query without defineQuery',
    ],
  },
);

const HTTP = ['fetch', 'XMLHttpRequest', 'EventSource', 'WebSocket', 'sendBeacon'];
const GLOBALS = ['window', 'globalThis', 'self', 'navigator'];

/**
 * Calls of the browser's own network functions; another object's `client.fetch()` does not count.
 */
function httpCalls({ path, program }: Module): string[] {
  return [...nodesIn(program)].flatMap((node) => {
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return [];
    const { callee } = node;
    const isMember = callee.type === 'MemberExpression';
    if (isMember && !(callee.object.type === 'Identifier' && GLOBALS.includes(callee.object.name))) return [];
    const called = isMember ? callee.property : callee;
    return called.type === 'Identifier' && HTTP.includes(called.name) ? [`${path} calls ${called.name}`] : [];
  });
}

rule(
  'only src/api speaks HTTP, by tRPC or otherwise',
  (all) => {
    const others = modulesIn(all, 'src').filter(({ path }) => !isIn(path, 'src/api'));
    return [...arrows(others, (to) => to.startsWith('@trpc/')), ...others.flatMap(httpCalls)];
  },
  {
    sources: {
      'src/api/files/image-host.ts': `import '@trpc/client'; await fetch('/v1_1/demo/image/upload');`,
      'src/pages/a.tsx': `export const load = () => fetch('/api/countries'); query.refetch(); client.fetch('x');`,
      'src/features/a/b.ts': `await window.fetch('/x'); new EventSource('/y'); import '@trpc/client/links/httpLink';`,
      'src/ui/a.ts': `navigator.sendBeacon('/z'); new Date();`,
    },
    finds: [
      'src/pages/a.tsx calls fetch',
      'src/features/a/b.ts calls fetch',
      'src/features/a/b.ts calls EventSource',
      'src/features/a/b.ts → @trpc/client',
      'src/ui/a.ts calls sendBeacon',
    ],
  },
  { 'src/config/start-script.ts calls fetch': 'It runs where the app, and so src/api, cannot be loaded.' },
);

/** What a feature may import from other features, besides session. */
const BASE_NOUNS: Record<string, string[]> = {
  tracking: ['shipments', 'scan'],
  invoice: ['shipments'],
  'manage-shipments': ['shipments', 'tracking'],
  'run-pool': ['shipments', 'tracking'],
  'manage-runs': ['run-pool', 'deliveries', 'shipments'],
  'manage-users': ['profile'],
  'manage-accounts': ['account'],
  outbox: ['manage-shipments', 'shipments'],
  courier: ['scan'],
};
/**
 * What forms may take: `register-form.tsx`, and the field set that two forms share,
 * `shipment-fields.tsx`.
 */
const FORM = /-(form|fields)\.tsx?$/;

rule(
  'features import each other only as the table of base nouns allows, except any → session, forms → countries and images',
  (all) =>
    arrows(modulesIn(all, 'src/features'), (to, { path }) => {
      const [noun = '', other = ''] = [path.split('/')[2], to.split('/')[2]];
      if (!isIn(to, 'src/features') || other === noun || other === 'session') return false;
      if (FORM.test(path) && (other === 'countries' || other === 'images')) return false;
      return !BASE_NOUNS[noun]?.includes(other);
    }),
  {
    sources: {
      'src/features/shipments/a.tsx': `import '../session/queries.ts'; import './b.tsx'; import '../account/queries.ts';`,
      'src/features/shipments/b.tsx': `import type { T } from '../manage-shipments/a.tsx'; import '../images/a.tsx';`,
      'src/features/manage-shipments/a.tsx': `import '../shipments/b.tsx'; import '../account/bill-table.tsx';`,
      'src/features/manage-shipments/shipment-fields.tsx': `import '../images/image-field.tsx'; import '../countries/queries.ts';`,
      'src/features/manage-users/a.tsx': `import '../profile/a.tsx'; import '../manage-accounts/a.tsx';`,
      'src/features/manage-accounts/a.tsx': `import '../account/bill-table.tsx'; import '../manage-users/a.tsx';`,
      'src/features/session/register-form.tsx': `import '../countries/queries.ts'; import '../profile/queries.ts';`,
    },
    finds: [
      'src/features/shipments/a.tsx → src/features/account/queries.ts',
      'src/features/shipments/b.tsx → src/features/manage-shipments/a.tsx (type)',
      'src/features/shipments/b.tsx → src/features/images/a.tsx',
      'src/features/manage-shipments/a.tsx → src/features/account/bill-table.tsx',
      'src/features/manage-users/a.tsx → src/features/manage-accounts/a.tsx',
      'src/features/manage-accounts/a.tsx → src/features/manage-users/a.tsx',
      'src/features/session/register-form.tsx → src/features/profile/queries.ts',
    ],
  },
);

rule(
  'pages export Component and loader and nothing else',
  (all) =>
    modulesIn(all, 'src/pages').flatMap(({ path, program }) => {
      const names = exportsOf(program).map(({ name }) => name);
      const strange = names.filter((name) => name !== 'Component' && name !== 'loader');
      return [
        ...strange.map((name) => `${path} exports ${name}`),
        ...(names.includes('Component') ? [] : [`${path} has no Component`]),
      ];
    }),
  {
    sources: {
      'src/pages/a.tsx': `export function Component() {} export async function loader() {} function Part() {}`,
      'src/pages/manager/b.tsx': `export const Component = () => null; export const usePart = () => null; export type T = 1;`,
      'src/pages/c.tsx': `export default function C() {}`,
    },
    finds: [
      'src/pages/manager/b.tsx exports usePart',
      'src/pages/manager/b.tsx exports T',
      'src/pages/c.tsx exports default',
      'src/pages/c.tsx has no Component',
    ],
  },
);
