/**
 * Checks the allowed imports between folders. Each rule maps a repository (the parsed files) to its
 * violations. `rule` runs it on this repository, where it must find none, and on a made-up one,
 * where it must find exactly the planted ones, so that no rule can silently stop working. Tests may
 * import what they test: `*.test.ts` and `tests/` follow only the rules on names.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ESTree, type ParseResult, parseSync } from 'vite';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ROOMS = ['src', 'sw', 'server', 'tests'];

interface Import {
  /** As it is written; null where a dynamic import computes it. */
  specifier: string | null;
  /** The file it resolves to, or the package without its subpath. */
  to: string;
  /** Gone at run time: `import type`, `export type … from`, `import('…').Name` in a type. */
  isType: boolean;
  /** Loaded when it is called for: `import('…')`. */
  isLazy?: boolean;
  /** What is taken by name. */
  names: string[];
}

interface Module {
  path: string;
  text: string;
  program: ESTree.Program;
  comments: ParseResult['comments'];
  imports: Import[];
}

interface House {
  /** Every file in the folders, of any type. */
  files: string[];
  /** Those that are TypeScript. */
  modules: Map<string, Module>;
}

function readModule(path: string, text: string): Module {
  const { program, comments, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const said = (node: ESTree.Span) => text.slice(node.start, node.end);
  const imports = [...nodesIn(program)].flatMap((node): Import[] => {
    const to = (source: string) => ({ specifier: source, to: targetOf(path, source) });
    switch (node.type) {
      case 'ImportDeclaration': {
        const names = node.specifiers.map((one) => said(one.type === 'ImportSpecifier' ? one.imported : one));
        return [{ ...to(node.source.value), isType: node.importKind === 'type', names }];
      }
      case 'ExportNamedDeclaration': {
        if (!node.source) return [];
        const names = node.specifiers.map((one) => said(one.local));
        return [{ ...to(node.source.value), isType: node.exportKind === 'type', names }];
      }
      case 'ExportAllDeclaration':
        return [{ ...to(node.source.value), isType: node.exportKind === 'type', names: ['*'] }];
      case 'ImportExpression': {
        const { source } = node;
        const isPlain = source.type === 'Literal' && typeof source.value === 'string';
        return [
          {
            ...(isPlain ? to(String(source.value)) : { specifier: null, to: 'unknown' }),
            isType: false,
            isLazy: true,
            names: [],
          },
        ];
      }
      case 'TSImportType':
        return [{ ...to(node.source.value), isType: true, names: [node.qualifier ? said(node.qualifier) : '*'] }];
      default:
        return [];
    }
  });
  return { path, text, program, comments, imports };
}

/** A node and everything in it. */
function* nodesIn(node: ESTree.Node): Generator<ESTree.Node> {
  yield node;
  for (const part of Object.values(node).flat()) {
    if (typeof part === 'object' && part !== null && 'type' in part) yield* nodesIn(part as ESTree.Node);
  }
}

function targetOf(path: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier.replace(/\?.*$/, ''));
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function houseOf(sources: Record<string, string>): House {
  const modules = Object.entries(sources)
    .filter(([path]) => /\.tsx?$/.test(path))
    .map(([path, text]) => readModule(path, text));
  return { files: Object.keys(sources), modules: new Map(modules.map((module) => [module.path, module])) };
}

function readHouse(): House {
  const inRooms = ROOMS.flatMap((room) => {
    try {
      return readdirSync(`${ROOT}${room}`, { recursive: true, withFileTypes: true });
    } catch {
      return []; // a room that is not built yet
    }
  });
  const paths = [...inRooms, ...readdirSync(ROOT, { withFileTypes: true }).filter(({ name }) => /\.ts$/.test(name))]
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => posix.join(entry.parentPath, entry.name).slice(ROOT.length));
  return houseOf(
    Object.fromEntries(paths.map((path) => [path, /\.tsx?$/.test(path) ? readFileSync(`${ROOT}${path}`, 'utf8') : ''])),
  );
}

const house = readHouse();

it('reads the files that exist', () => {
  const known = [
    'src/app/router.tsx',
    'src/api/calls/trpc.ts',
    'server/routers/router.ts',
    'tests/architecture.test.ts',
  ];
  expect(known.filter((path) => !house.modules.get(path)?.imports.length)).toEqual([]);
  expect(house.files).toEqual(expect.arrayContaining([...known, 'src/styles/tokens.css', 'vite.config.ts']));
});

interface MadeUp {
  sources: Record<string, string>;
  finds: string[];
}

/** Two tests: the rule holds here, and finds exactly the violations in a made-up repository. */
function rule(
  sentence: string,
  find: (house: House) => string[],
  madeUp: MadeUp,
  exceptions: Record<string, string> = {},
): void {
  describe(sentence, () => {
    it('holds in this repository', () => {
      const found = find(house);
      const unneeded = Object.keys(exceptions).filter((exception) => !found.includes(exception));
      expect(found.filter((violation) => !Object.hasOwn(exceptions, violation))).toEqual([]);
      expect(unneeded, 'exceptions that are no longer needed').toEqual([]);
    });

    it('finds every violation in a made-up repository, and nothing else', () => {
      expect(find(houseOf(madeUp.sources)).toSorted()).toEqual(madeUp.finds.toSorted());
    });
  });
}

const isTest = (path: string) => path.startsWith('tests/') || /\.test\.tsx?$/.test(path);
const isIn = (path: string, ...folders: string[]) => folders.some((folder) => path.startsWith(`${folder}/`));
const arrow = ({ path }: Module, { to, isType }: Import) => `${path} → ${to}${isType ? ' (type)' : ''}`;

/** The files that run for people, in these rooms. */
function modulesIn({ modules }: House, ...folders: string[]): Module[] {
  return [...modules.values()].filter(({ path }) => isIn(path, ...folders) && !isTest(path));
}

/** The imports of these files that a rule forbids. */
function arrows(modules: Module[], isForbidden: (to: string, module: Module, one: Import) => boolean): string[] {
  return modules.flatMap((module) =>
    module.imports.filter((one) => isForbidden(one.to, module, one)).map((one) => arrow(module, one)),
  );
}

// Arrow 1: the layers of src.

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

/** Named by the tools that make them. */
const MADE_BY_TOOLS = /^server\/database\/migrations\/|\/__snapshots__\//;

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

// Arrow 2: the contract.

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

// Arrow 3: app, worker and server.

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

// Arrow 4: pages compose, features do.

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

// Arrow 5: routers authorise and delegate, SQL lives in stores.

const HOMES_OF_SQL = ['server/stores', 'server/database', 'server/embedded-postgres', 'server/demo'];
const outsideSql = (all: House) => modulesIn(all, 'server').filter(({ path }) => !isIn(path, ...HOMES_OF_SQL));

rule(
  'SQL lives in stores and in the database: nothing else imports Drizzle, pg or the schema',
  (all) => arrows(outsideSql(all), (to) => ['drizzle-orm', 'pg'].includes(to) || isIn(to, 'server/database/tables')),
  {
    sources: {
      'server/stores/a.ts': `import { eq } from 'drizzle-orm'; import { users } from '../database/tables/users.ts';`,
      'server/database/client.ts': `import pg from 'pg'; import { drizzle } from 'drizzle-orm/node-postgres';`,
      'server/operations/a.ts': `import { sql } from 'drizzle-orm'; import type { Executor } from '../database/client.ts';`,
      'server/routers/a.ts': `import { users } from '../database/tables/users.ts'; import 'pg-boss';`,
      'server/jobs/a.ts': `import type pg from 'pg'; import type { PgTable } from 'drizzle-orm/pg-core';`,
    },
    finds: [
      'server/operations/a.ts → drizzle-orm',
      'server/routers/a.ts → server/database/tables/users.ts',
      'server/jobs/a.ts → pg (type)',
      'server/jobs/a.ts → drizzle-orm (type)',
    ],
  },
  {
    'server/errors/error-log.ts → drizzle-orm':
      'knows a failed query by its class, to keep its parameters out of the log',
    'server/errors/error-log.ts → pg': 'knows a database error by its class, to log its code and not its message',
    'server/jobs/queue.ts → drizzle-orm':
      "hands the caller's transaction to pg-boss, whose adapter wants Drizzle's sql tag",
  },
);

const HANDLES = /^(db|tx|executor|pool|writes|lookUps)$|Db$/;

/** Calls on a database handle, `unit.tx.execute(…)` or `db.select(…)`: SQL that needs no import. */
function handleCalls({ path, program }: Module): string[] {
  return [...nodesIn(program)].flatMap((node) => {
    if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return [];
    const { object, property } = node.callee;
    const handle = object.type === 'MemberExpression' ? object.property : object;
    if (handle.type !== 'Identifier' || property.type !== 'Identifier' || !HANDLES.test(handle.name)) return [];
    return [`${path} calls ${handle.name}.${property.name}`];
  });
}

rule(
  'a database handle is handed on, and asked only in stores and in the database',
  (all) => outsideSql(all).flatMap(handleCalls),
  {
    sources: {
      'server/stores/a.ts': `executor.select().from(users);`,
      'server/operations/a.ts': `findUser(unit.tx, id); await unit.tx.execute('select 1'); pool.query('select 2'); services.writes.transaction(work);`,
      'server/routers/a.ts': `router({ a: procedure.query(({ ctx }) => ctx.services.db.select().from(ctx.users)) });`,
    },
    finds: [
      'server/operations/a.ts calls tx.execute',
      'server/operations/a.ts calls pool.query',
      'server/operations/a.ts calls writes.transaction',
      'server/routers/a.ts calls db.select',
    ],
  },
  {
    'server/context/unit-of-work.ts calls writes.transaction': 'where the transaction of every mutation is opened',
  },
);

rule(
  'routers authorise and delegate: they know no store, no database, no mail and no queue',
  (all) =>
    arrows(modulesIn(all, 'server/routers'), (to) =>
      isIn(to, 'server/stores', 'server/database', 'server/mail', 'server/jobs', 'server/images'),
    ),
  {
    sources: {
      'server/routers/a.ts': `import '../operations/a.ts'; import '../procedures/trpc.ts'; import '../stores/users/users.ts';`,
      'server/routers/b.ts': `import type { Executor } from '../database/client.ts'; import '../mail/enqueue-mail.ts';`,
      'server/operations/a.ts': `import '../stores/users.ts';`,
    },
    finds: [
      'server/routers/a.ts → server/stores/users/users.ts',
      'server/routers/b.ts → server/database/client.ts (type)',
      'server/routers/b.ts → server/mail/enqueue-mail.ts',
    ],
  },
  {
    'server/routers/auth.ts → server/stores/auth/sessions.ts':
      'logout is one deletion: an operation would only pass it on',
  },
);

rule(
  'stores take explicit arguments: they know no request, no procedure and no operation',
  (all) =>
    arrows(
      modulesIn(all, 'server/stores'),
      (to) =>
        isIn(to, 'server/operations', 'server/routers', 'server/mail', 'server/jobs') ||
        [
          'server/context/context.ts',
          'server/procedures/trpc.ts',
          'server/procedures/viewer.ts',
          'server/context/unit-of-work.ts',
        ].includes(to) ||
        ['fastify', '@trpc/server'].includes(to),
    ),
  {
    sources: {
      'server/stores/a.ts': `import type { Context } from '../context/context.ts'; import '../auth/secrets.ts'; import './b.ts';`,
      'server/stores/b.ts': `import { TRPCError } from '@trpc/server'; import '../operations/a.ts';`,
      'server/operations/a.ts': `import type { Context } from '../context/context.ts';`,
    },
    finds: [
      'server/stores/a.ts → server/context/context.ts (type)',
      'server/stores/b.ts → @trpc/server',
      'server/stores/b.ts → server/operations/a.ts',
    ],
  },
);

// Names.

/** Names that say nothing of what is inside. */
const NO_NAMES = ['utils', 'helpers', 'common', 'misc', 'lib', 'shared', 'types', 'constants', 'index'];

const stemsOf = (path: string) => path.split('/').map((segment) => segment.split('.')[0] ?? '');

rule(
  'every name says what is inside: no utils, helpers, common, misc, lib, shared, types, constants or index',
  // But for the page that browsers and Vite begin with.
  ({ files }) =>
    files.filter((path) => !path.endsWith('/index.html') && stemsOf(path).some((stem) => NO_NAMES.includes(stem))),
  {
    sources: {
      'src/ui/index.ts': '',
      'src/utils/money.ts': '',
      'src/domain/types.ts': '',
      'tests/support/helpers.test.ts': '',
      'server/lib/a.sql': '',
      'server/auth/common-passwords.ts': '',
      'src/ui/index-card.tsx': '',
      'tests/bench/hello-world/index.html': '',
    },
    finds: [
      'src/ui/index.ts',
      'src/utils/money.ts',
      'src/domain/types.ts',
      'tests/support/helpers.test.ts',
      'server/lib/a.sql',
    ],
  },
);

rule(
  'names of files and folders are in kebab-case, but for a README',
  ({ files }) =>
    files.filter(
      (path) =>
        !MADE_BY_TOOLS.test(path) &&
        !path.endsWith('/README.md') &&
        !path.split(/[/.]/).every((part) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(part)),
    ),
  {
    sources: {
      'src/ui/copy-button.tsx': '',
      'src/styles/uno.config.ts': '',
      'src/ui/CopyButton.tsx': '',
      'src/features/manageUsers/a.ts': '',
      'tests/user_journey.spec.ts': '',
      'src/ui/-a.ts': '',
      'server/database/migrations/0000_schema.sql': '',
    },
    finds: ['src/ui/CopyButton.tsx', 'src/features/manageUsers/a.ts', 'tests/user_journey.spec.ts', 'src/ui/-a.ts'],
  },
);

interface Exported {
  name: string;
  /** The declaration with its `export`, with the docstring above it; null if declared elsewhere. */
  node: ESTree.Span | null;
  isFunction: boolean;
}

function exportsOf(program: ESTree.Program): Exported[] {
  const local = new Map<string, Exported>();
  const declared = (node: ESTree.Span, declaration: ESTree.Node): Exported[] => {
    if (declaration.type === 'VariableDeclaration') {
      return declaration.declarations.map(({ id, init }) => ({
        name: id.type === 'Identifier' ? id.name : '…',
        node,
        isFunction: init?.type === 'ArrowFunctionExpression' || init?.type === 'FunctionExpression',
      }));
    }
    const name = 'id' in declaration && declaration.id?.type === 'Identifier' ? declaration.id.name : '…';
    return [{ name, node, isFunction: declaration.type === 'FunctionDeclaration' }];
  };
  for (const node of program.body) for (const one of declared(node, node)) local.set(one.name, one);
  return program.body.flatMap((node): Exported[] => {
    if (node.type === 'ExportDefaultDeclaration') return [{ name: 'default', node, isFunction: false }];
    if (node.type === 'ExportAllDeclaration') return [{ name: '*', node: null, isFunction: false }];
    if (node.type !== 'ExportNamedDeclaration') return [];
    if (node.declaration) return declared(node, node.declaration);
    return node.specifiers.map(({ local: from, exported }) => {
      const name = exported.type === 'Identifier' ? exported.name : exported.value;
      const here = node.source === null && from.type === 'Identifier' ? local.get(from.name) : undefined;
      return { node: null, isFunction: false, ...here, name };
    });
  });
}

rule(
  "nothing is exported by default, except where a tool asks for it: *.config.ts and Playwright's global setup",
  ({ modules }) =>
    [...modules.values()]
      .filter(
        ({ path, program }) => !/\.config\.ts$/.test(path) && exportsOf(program).some((one) => one.name === 'default'),
      )
      .map(({ path }) => path),
  {
    sources: {
      'src/ui/a.tsx': `export default function A() {}`,
      'src/ui/b.tsx': `function b() {} export { b as default };`,
      'src/ui/c.tsx': `export { default } from './a.tsx';`,
      'src/ui/d.tsx': `import a from './a.tsx'; export const d = a;`,
      'vite.config.ts': `export default {};`,
      'tests/journeys/a.spec.ts': `export default 1;`,
    },
    finds: ['src/ui/a.tsx', 'src/ui/b.tsx', 'src/ui/c.tsx', 'tests/journeys/a.spec.ts'],
  },
  { 'tests/journeys/support/global-setup.ts': 'Playwright calls the default export of its globalSetup' },
);

/** Whether `/** … *` + `/` ends on the line above. */
function hasDocstring({ text, comments }: Module, { start }: ESTree.Span): boolean {
  return comments.some(
    ({ type, value, end }) =>
      type === 'Block' && value.startsWith('*') && end <= start && /^[ \t]*\r?\n?[ \t]*$/.test(text.slice(end, start)),
  );
}

rule(
  'every function that domain, operations and stores export says in a docstring what it promises',
  (all) =>
    modulesIn(all, 'src/domain', 'server/operations', 'server/stores').flatMap((module) =>
      exportsOf(module.program)
        .filter(({ isFunction, node }) => isFunction && node && !hasDocstring(module, node))
        .map(({ name }) => `${module.path}: ${name}`),
    ),
  {
    sources: {
      'src/domain/a.ts': [
        '/** Says it. */',
        'export function documented() {}',
        '/** Also says it. */',
        'export const alsoDocumented = async () => 1;',
        '// no docstring',
        'export function commented() {}',
        '/* nor this */',
        'export const neither = () => 1;',
        '/** Too far away. */',
        '',
        'export function faraway() {}',
        'export const CONSTANT = 1;',
        'export interface Shape {}',
        'function local() {}',
        'function named() {}',
        'export { named };',
      ].join('\n'),
      'server/stores/a.ts': 'export async function find() {}',
      'server/operations/a.ts': '/** Acts. */\nexport const act = function () {};',
      'server/routers/a.ts': 'export function free() {}',
    },
    finds: [
      'src/domain/a.ts: commented',
      'src/domain/a.ts: neither',
      'src/domain/a.ts: faraway',
      'src/domain/a.ts: named',
      'server/stores/a.ts: find',
    ],
  },
);

/**
 * Emitters of an `error` event, which ends the process if nobody listens. `RawConnection`
 * (server/database) has its own listener.
 */
const CREATES =
  /^(?:pg\.(?:Client|Pool)|PgBoss|(?:net\.)?Socket|(?:net\.|tls\.)?connect|createTransport|(?:\w+\.)?(?:Worker|WebSocket|spawn|fork|createServer|createConnection|createReadStream|createWriteStream))$/;
/** A pipeline handles the errors of every stream in it and destroys the last with them. */
const HEARS_ERRORS = /\.(?:on|once)\(\s*'error'|\bpipeline\(/;

/** The innermost function around a node, or the whole file. */
function functionAround(nodes: ESTree.Node[], { start, end }: ESTree.Span): ESTree.Span | undefined {
  return nodes
    .filter((one) => /Function/.test(one.type) && one.start <= start && one.end >= end && 'body' in one)
    .toSorted((one, other) => one.end - one.start - (other.end - other.start))[0];
}

rule(
  'whatever the server opens or starts is heard where it is made, should it fail',
  (all) =>
    modulesIn(all, 'server').flatMap(({ path, text, program, imports }) => {
      const nodes = [...nodesIn(program)];
      const opensSockets = imports.some(({ to }) => to === 'node:net' || to === 'node:tls');
      return nodes.flatMap((node) => {
        if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return [];
        const name = text.slice(node.callee.start, node.callee.end);
        const { start, end } = functionAround(nodes, node) ?? program;
        if (name === 'connect' && !opensSockets) return [];
        return CREATES.test(name) && !HEARS_ERRORS.test(text.slice(start, end)) ? [`${path}: ${name}`] : [];
      });
    }),
  {
    sources: {
      'server/a.ts': [
        'function deaf() { return new pg.Client({}); }',
        "function hears() { const pool = new pg.Pool(); pool.on('error', log); return pool; }",
        "async function hearsLater() { const child = spawn('x'); await new Promise((_, no) => child.once('error', no)); }",
        "const deafer = () => { child.on('exit', log); return fork('y'); };",
        'function ofPool(pool) { return pool.connect(); }',
        'function words() { return /x/.exec(text); }',
        'async function inPipeline() { await pipeline(createReadStream(1), gunzip); }',
        'const piped = () => createReadStream(1).pipe(gunzip);',
      ].join('\n'),
      'server/b.ts': "const boss = new PgBoss({}); export const file = fs.createWriteStream('z');",
      'server/c.ts': "import { connect } from 'node:net'; const socket = connect(1); socket.on('error', log);",
      'server/d.ts': "import { connect } from 'node:net'; export const open = () => connect(1);",
      'server/e.ts': 'function connect() {} connect();',
      'server/c.test.ts': 'const client = new pg.Client();',
      'src/a.ts': 'const socket = new WebSocket(1);',
    },
    finds: [
      'server/a.ts: pg.Client',
      'server/a.ts: fork',
      'server/a.ts: createReadStream',
      'server/b.ts: PgBoss',
      'server/b.ts: fs.createWriteStream',
      'server/d.ts: connect',
    ],
  },
);

/** A message, a comment of an entry, or one of the app's own texts. */
const SENTENCE = /(?:\.message|\.comment|^texts\.\w+)$/;
const COMPARES = /^(?:[=!]==?)$/;
const READS = /\.(?:startsWith|endsWith|includes|match|search|test|exec)$/;

/** Where code decides by what a sentence says. */
function readSentences({ path, program, text }: Module): string[] {
  const said = ({ start, end }: ESTree.Span) => text.slice(start, end);
  const isSentence = (node: ESTree.Span) => SENTENCE.test(said(node));
  return [...nodesIn(program)].flatMap((node) => {
    if (node.type === 'BinaryExpression') {
      const [one, other] = [node.left, node.right].toSorted((left) => (isSentence(left) ? -1 : 1));
      const isEmpty = !one || !other || /^(?:''|null|undefined)$/.test(said(other));
      return COMPARES.test(node.operator) && one && isSentence(one) && !isEmpty ? [`${path}: ${said(node)}`] : [];
    }
    if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return [];
    const isRead =
      READS.test(said(node.callee)) &&
      [node.callee.object, ...node.arguments].some((one) => isSentence(one) || said(one) === 'message');
    return isRead ? [`${path}: ${said(node)}`] : [];
  });
}

rule(
  'no code decides by what a sentence says',
  (all) => modulesIn(all, 'src', 'sw', 'server').flatMap(readSentences),
  {
    sources: {
      'src/ui/a.ts': `export const isLost = (error: Error) => error.message === texts.noAnswer || error.reason === 'offline';`,
      'src/features/f/a.ts': `activity.find((entry) => entry.comment.startsWith('Status') && entry.kind === 'status');`,
      'server/a.ts': `if (/no room/.test(message) || error.message !== '' || 'Ready' == error.message) list.includes(texts.fault);`,
      'server/b.ts': `const { code, message } = error; process.on('message', (message) => message === READY); show(message); if (after?.comment !== undefined) say(message || code);`,
      'src/ui/a.test.ts': `expect(error.message === 'Not found').toBe(true);`,
    },
    finds: [
      'src/ui/a.ts: error.message === texts.noAnswer',
      "src/features/f/a.ts: entry.comment.startsWith('Status')",
      'server/a.ts: /no room/.test(message)',
      "server/a.ts: 'Ready' == error.message",
      'server/a.ts: list.includes(texts.fault)',
    ],
  },
  {
    'server/errors/transient-errors.ts: error.message === POOL_TIMEOUT': 'pg gives its own errors no code',
    'server/errors/transient-errors.ts: PASSING_SENTENCE.test(current.message)': 'pg gives its own errors no code',
    'server/embedded-postgres/embedded-superuser.ts: /terminated|timeout/i.test(message)':
      'pg gives its own errors no code',
    'server/images/decode-errors.ts: OUR_FAULT.test(error.message)': 'sharp gives its errors no code',
    'server/images/decode-errors.ts: LIMIT_OF_DECODER.test(error.message)': 'sharp gives its errors no code',
    'server/images/decode-errors.ts: /pixel limit/.test(error.message)': 'sharp gives its errors no code',
    'src/features/import-shipments/import-row-table.tsx: message.startsWith(column)':
      'only the view: it names a column once',
  },
);

rule(
  'no two journeys add a person with the same address, since they may share a database',
  ({ modules }) => {
    const addresses = [...modules.values()]
      .filter(({ path }) => isIn(path, 'tests/journeys'))
      .flatMap(({ text }) =>
        Array.from(text.matchAll(/\bperson\(\{[^}]*?email: '([^']+)'/g), ([, address = '']) => address),
      );
    return addresses.filter((address, index) => addresses.indexOf(address) !== index);
  },
  {
    sources: {
      'tests/journeys/a.spec.ts': `await app.person({ email: 'ada@example.com' }); await app.person({ email: 'b@example.com' });`,
      'tests/journeys/b.spec.ts': `await app.person({ ...PROFILE, email: 'ada@example.com' });`,
      'tests/server/c.test.ts': `await person({ email: 'b@example.com' });`,
    },
    finds: ['ada@example.com'],
  },
);
