/**
 * Checks what only the whole repository shows. Biome checks single files: see the `.grit` files here and `biome.json`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const isTest = (path: string) => path.startsWith('tests/') || /\.test\.tsx?$/.test(path);

const files = ['build', 'src', 'sw', 'server', 'tests']
  .flatMap((floor) => readdirSync(join(ROOT, floor), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
  .map((entry) => posix.relative(ROOT, posix.join(entry.parentPath, entry.name)));

interface Import {
  to: string;
  isLoaded: 'at once' | 'later' | 'never';
}

/** Statements begin a line; `import('…')` may be anywhere, as in `typeof import('…')`. */
const IMPORT =
  /^(?:import|export)\b(?<type> type\b)?(?:[^'"`;]*?\bfrom)?\s*'(?<static>[^']+)'|\bimport\('(?<lazy>[^']+)'/gm;

function importsOf(path: string, text: string): Import[] {
  return Array.from(text.matchAll(IMPORT), ({ groups = {} }) => {
    const specifier = groups.static ?? groups.lazy ?? '';
    const [scope = '', name = ''] = specifier.split('/');
    const isLoaded = groups.lazy ? 'later' : groups.type ? 'never' : 'at once';
    const relative = specifier.startsWith('.') && posix.join(dirname(path), specifier.replace(/\?.*$/, ''));
    return { to: relative || (scope.startsWith('@') ? `${scope}/${name}` : scope), isLoaded };
  });
}

const texts = new Map(
  files
    .filter((path) => /\.tsx?$/.test(path) && !isTest(path))
    .map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]),
);
const modules = new Map([...texts].map(([path, text]) => [path, importsOf(path, text)]));

it('reads every import', () => {
  const source = `import a from './a.ts';\nimport type { B } from '../b.ts';\nimport {\n  c,\n} from 'c/d';\nexport * from './e.ts';
import './f.css?raw';\nconst g = () => import('./g.ts');\nimport '@h/i/j';\nexport const from = 'here';`;
  expect(importsOf('src/ui/x.ts', source).map(({ to, isLoaded }) => `${to} ${isLoaded}`)).toEqual([
    'src/ui/a.ts at once',
    'src/b.ts never',
    'c at once',
    'src/ui/e.ts at once',
    'src/ui/f.css at once',
    'src/ui/g.ts later',
    '@h/i at once',
  ]);
  expect(modules.get('server/entrance/router.ts')?.length).toBeGreaterThan(10);
});

/** A room's routers and files that serve: they take requests in, and nobody but the entrance loads them. */
const ENTRANCE = /^server\/(?:entrance\/|.*(?:router|serve-[a-z0-9-]+|v1-calls)\.ts$)/;

it('no two folders import each other', () => {
  const edges = new Set(
    [...modules]
      .filter(([path]) => !ENTRANCE.test(path))
      .flatMap(([path, imports]) =>
        imports.filter(({ to }) => modules.has(to)).map(({ to }) => `${dirname(path)} ${dirname(to)}`),
      ),
  );
  const both = [...edges].filter((edge) => {
    const [from = '', to = ''] = edge.split(' ');
    return from < to && edges.has(`${to} ${from}`);
  });
  expect(both).toEqual([]);
});

it('only the entrance and what starts the server load entrances', () => {
  const loaders = [...modules].flatMap(([path, imports]) =>
    imports.filter(({ to }) => ENTRANCE.test(to)).map(({ to }) => `${path} → ${to}`),
  );
  expect(loaders.length).toBeGreaterThan(40);
  const START = /^server\/(?:entrance\/|v1\/http\/|serve\.ts)/;
  expect(loaders.filter((edge) => !START.test(edge))).toEqual([]);
});

it('the base knows no noun', () => {
  const known = [...modules]
    .filter(([path]) => path.startsWith('server/base/'))
    .flatMap(([path, imports]) => imports.map(({ to }) => `${path} → ${to}`))
    .filter((edge) => / → server\/(?!base\/)/.test(edge));
  expect(known).toEqual([]);
});

/** What only some pages need: a form, a date, a carousel, a code, a picture. */
const FOR_SOME_PAGES =
  `valibot react-hook-form @hookform/resolvers date-fns ibantools react-hot-toast embla-carousel-react
  jsbarcode uqr html-to-image zxing-wasm signature_pad eventsource workbox-window idb-keyval`.split(/\s+/);

it.each([
  ['every page', 'src/app/main.tsx', FOR_SOME_PAGES],
  ['/track', 'src/pages/track.tsx', FOR_SOME_PAGES],
  ['/login', 'src/pages/login.tsx', ['valibot', 'date-fns']],
])('what %s loads has no library that only other pages need', (_where, start, needless) => {
  const onEveryPage = new Set([start]);
  const tooEarly: string[] = [];
  for (const path of onEveryPage) {
    for (const { to, isLoaded } of modules.get(path) ?? []) {
      if (isLoaded !== 'at once') continue;
      if (modules.has(to)) onEveryPage.add(to);
      if (needless.includes(to)) tooEarly.push(`${path} → ${to}`);
    }
  }
  expect(onEveryPage.size).toBeGreaterThan(20);
  expect(tooEarly).toEqual([]);
});

it('the metadata of phone numbers stays on the server', () => {
  const users = [...modules].filter(([, imports]) => imports.some(({ to }) => to === 'libphonenumber-js'));
  expect(users.map(([path]) => path)).toEqual([
    'server/base/phone-numbers/international-number.ts',
    'server/base/phone-numbers/textable.ts',
  ]);
});

const MADE_BY_TOOLS = /^server\/base\/database\/migrations\/|\/__snapshots__\/|\/backup-[\d.]+\//;

it('no folder but the domain and the tests holds more than 20 files', () => {
  const own = files.filter((path) => !isTest(path) && !path.startsWith('src/domain/') && !MADE_BY_TOOLS.test(path));
  const full = Object.entries(Object.groupBy(own, dirname)).filter(([, inside]) => (inside?.length ?? 0) > 20);
  expect(full.map(([folder]) => folder)).toEqual([]);
});

const ROOMS =
  /^src\/(?:(?:app|pages|features|acts|outbox|api|offline|pwa|styles|ui|config|browser|domain)\/|tsconfig\.json$|[^/]+\.d\.ts$)/;

it('src has the rooms that imports.grit orders, and no other', () => {
  expect(files.filter((path) => path.startsWith('src/') && !ROOMS.test(path))).toEqual([]);
});

/** Names that say nothing of what is inside. */
const NO_NAME = /(?:^|\/)(?:utils|helpers|common|misc|lib|shared|types|constants|index)(?:[./]|$)/;

it('every name says what is inside', () => {
  const named = files.filter((path) => !MADE_BY_TOOLS.test(path) && !/\/(?:README\.md|index\.html)$/.test(path));
  expect(named.filter((path) => NO_NAME.test(path))).toEqual([]);
});

it('what people wait for is shared by turns, not in the order they came', () => {
  const firstCome = [...modules].filter(([, imports]) => imports.some(({ to }) => to === 'p-limit'));
  // Everybody's look-ups are in the next query.
  expect(firstCome.map(([path]) => path)).toEqual(['server/base/database/batch-reads.ts']);
});

it('no two queries have the same name, by which devices store their data', () => {
  const names = [...texts.values()].flatMap((text) =>
    Array.from(text.matchAll(/defineQuery(?:<.*?>)?\(\{\s*name: '?([\w-]+)/g), ([, name]) => name),
  );
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

const TAKES_ROOT =
  /\b(?:spawn|exec)(?:File)?(?:Sync)?\(\s*['"`](?:sudo|mount|umount|chown|unshare|nsenter|chroot|su|runuser|mknod|ip|iptables|tc)\b.*|\b(?:[lf]?chown(?:Sync)?|sete?[ug]id|getuid)(?:\?\.)?\((?!\?).*/g;
const SKIPS = /\b(?:it|test|describe)(?:\.\w+)*\.(?:skip|skipIf|runIf|fixme|todo)\b(?!\(isMissing\().*/g;

it('takes root only through as-root.ts, and leaves out only what a machine lacks', () => {
  const own = files
    .filter((path) => isTest(path) && /\.tsx?$/.test(path) && path !== 'tests/support/as-root.ts')
    .flatMap((path) => {
      const text = readFileSync(join(ROOT, path), 'utf8');
      return [TAKES_ROOT, SKIPS].flatMap((pattern) => text.match(pattern) ?? []).map((found) => `${path}: ${found}`);
    });
  expect(own).toEqual([]);
});

it('no two journeys add a person with the same address, since they may share a database', () => {
  const addresses = files
    .filter((path) => path.startsWith('tests/journeys/') && path.endsWith('.ts'))
    .flatMap((path) =>
      Array.from(readFileSync(join(ROOT, path), 'utf8').matchAll(/\bperson\(\{[^}]*?email: '([^']+)'/g)),
    )
    .map(([, address]) => address);
  expect(addresses.length).toBeGreaterThan(20);
  expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([]);
});
