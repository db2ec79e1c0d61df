/** Checks what the README and the pages it links to say about this repository. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(`${ROOT}${file}`, 'utf8');
const readme = read('README.md');
const HANDBOOK = ['docs/operating.md', ...globSync('docs/operating/*.md', { cwd: ROOT })];

/** The names in backticks in the first column of the tables in a section. */
function firstColumn(section: string): string[] {
  return Array.from(section.matchAll(/^\| (.*?) \|/gm), ([, cell = '']) => cell).flatMap((cell) =>
    Array.from(cell.matchAll(/`([^`]+)`/g), ([, name = '']) => name),
  );
}

test('every dependency is explained, and no other package is listed', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'));
  const used = Object.keys({ ...dependencies, ...devDependencies });
  const named = firstColumn(read('docs/dependencies.md'));
  const means = (name: string, one: string) => (name.endsWith('*') ? one.startsWith(name.slice(0, -1)) : name === one);
  expect(used.length).toBeGreaterThan(50);
  expect(used.filter((one) => !named.some((name) => means(name, one)))).toEqual([]);
  expect(named.filter((name) => !used.some((one) => means(name, one)))).toEqual([]);
});

test('every page and heading that a page links to exists', () => {
  const anchorOf = (heading: string) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-');
  const pages = ['README.md', ...globSync('docs/**/*.md', { cwd: ROOT })];
  const links = pages.flatMap((page) =>
    Array.from(read(page).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g), ([, path = '', anchor]) => {
      return { page, to: path ? join(dirname(page), path) : page, anchor };
    }),
  );
  expect(links.length).toBeGreaterThan(10);
  const isBroken = ({ to, anchor }: (typeof links)[number]) =>
    !existsSync(ROOT + to) ||
    (anchor && !Array.from(read(to).matchAll(/^#+ (.*)$/gm), ([, text = '']) => anchorOf(text)).includes(anchor));
  expect(links.filter(isBroken)).toEqual([]);
});

test('the folders, scripts and pictures it names exist', () => {
  const [, whereThingsAre = ''] = readme.split('\n## Where things are\n');
  const [table = ''] = whereThingsAre.split('\n## ');
  const rooms = firstColumn(table).filter((name) => name.includes('/'));
  expect(rooms.length).toBeGreaterThan(10);
  expect(rooms.filter((room) => !existsSync(ROOT + room.replace('/<noun>', '')))).toEqual([]);
  const { scripts } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'));
  const named = [readme, ...HANDBOOK.map(read)].flatMap((text) =>
    Array.from(text.matchAll(/npm run ([\w-]+)/g), ([, name = '']) => name),
  );
  expect(named).toContain('manager');
  expect(named).toContain('backup');
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
  const pictures = Array.from(readme.matchAll(/<img src="([^"]+)"/g), ([, path = '']) => path);
  expect(pictures.length).toBeGreaterThan(0);
  expect(pictures.filter((path) => !existsSync(ROOT + path))).toEqual([]);
});

/** The test files that each command with this beginning is given, without its options. */
function filtersOf(command: string): string[] {
  return Array.from(readme.matchAll(new RegExp(`${command} ([^\\n\`#]+)`, 'g')), ([, rest = '']) =>
    rest.replace(/ --?\w+ \S+/g, '').trim(),
  );
}

test.each([
  ['npx vitest run', '{src,server,tests}/**/*.test.{ts,tsx}'],
  ['npx playwright test', 'tests/journeys/*.spec.ts'],
])('every test that it runs with `%s` exists', (command, files) => {
  const filters = filtersOf(command);
  const tests = globSync(files, { cwd: ROOT });
  expect(filters.length).toBeGreaterThan(0);
  expect(filters.filter((filter) => !tests.some((path) => path.includes(filter)))).toEqual([]);
});

/** What the code has of each recipe's example. */
const EXAMPLES: [recipe: string, ...patterns: RegExp[]][] = [
  ['A procedure', /\bLabelSchema\b|\/get-label\.ts/],
  [
    'A change',
    /\bUpdateProfileSchema\b|\/people\/update-profile\.ts|'user\.updateProfile'|\buserCalls\.updateProfile\b/,
  ],
  ['A call of the REST interface', /\bgetPickupList\b|\blistForPickup\b/],
  ['A field of the REST interface', /\bdelivery_date\b/],
  ['A query', /\bbillsOfUserQuery\b/],
  ['An act', /\bPickupDialog\b/],
  ['A queued action', /'shipmentAdmin\.updateShipmentActivity'/],
  ['A list filter', /\bfilter\.printed|work, printed|\bprinted(?:: \(\)| \?|: v\.optional\(v\.picklist)/],
  ['A mail', /'webhook-off'/],
  ['A page', /\/shipment-history\b|manageShipmentHistory:/],
  ['A setting', /\bRUNS_START\b/],
  ['A field of a shipment', /\btimeWindow\b|\btime_window\b/],
];
/** They use the example of a recipe for something else, or only pass it on. */
const NO_PART: Record<string, RegExp> = {
  'A change': /features\/profile/,
  'A setting': /features\/set-up/,
  'A queued action': /roles\.ts|audit-deeds\.ts|outbox-rows\.ts/,
  'A field of a shipment': /demo|server\/runs|get-printable|time-window\.ts/,
};

const sources = globSync('{src,server,sw,tests/journeys/support}/**/*.{ts,tsx}', { cwd: ROOT })
  .filter((path) => !/\.test\.|\/migrations\//.test(path))
  .map((path) => ({ path, text: read(path) }));

test.each(EXAMPLES)('%s takes the files that its recipe names', (recipe, ...patterns) => {
  const [, text = ''] = new RegExp(`\n- \\*\\*${recipe}\\*\\* ([\\s\\S]*?)\n(?:- \\*\\*|\n)`).exec(readme) ?? [];
  const named = Array.from(text.matchAll(/`((?:src|server|sw|tests)\/[\w./-]+\.tsx?)`/g), ([, path = '']) => path);
  const found = sources
    .filter(({ path, text: code }) => patterns.every((pattern) => pattern.test(`${path}\n${code}`)))
    .map(({ path }) => path)
    .filter((path) => !NO_PART[recipe]?.test(path));
  expect(found.length).toBeGreaterThan(1);
  expect(named.filter((path) => !path.includes('.test.') && !path.includes('.spec.')).sort()).toEqual(found.sort());
  expect(named.filter((path) => !existsSync(ROOT + path))).toEqual([]);
  expect(text).toContain(`(${named.length} files`);
});
