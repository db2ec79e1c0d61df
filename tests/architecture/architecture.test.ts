/** All rules, in one file for Vitest, so that the repository is read once. */
import { expect, it } from 'vitest';
import './imports.ts';
import './sql.ts';
import './names.ts';
import './code.ts';
import { house } from './house.ts';

it('reads the files that exist', () => {
  const known = [
    'src/app/router.tsx',
    'src/api/calls/trpc.ts',
    'server/routers/router.ts',
    'tests/architecture/house.ts',
  ];
  expect(known.filter((path) => !house.modules.get(path)?.imports.length)).toEqual([]);
  expect(house.files).toEqual(expect.arrayContaining([...known, 'src/styles/tokens.css', 'vite.config.ts']));
});
