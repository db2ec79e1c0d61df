/** Names say what is inside. */
import { exportsOf, MADE_BY_TOOLS, rule } from './house.ts';

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

rule(
  'nothing is exported by default, except where a tool asks for it: *.config.ts and what Playwright loads',
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
  {
    'tests/journeys/support/global-setup.ts': 'Playwright calls the default export of its globalSetup',
    'tests/journeys/support/shown-pages.ts': 'Playwright constructs the default export of a reporter',
  },
);
