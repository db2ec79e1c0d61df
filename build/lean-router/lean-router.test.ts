import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import { leanRouter } from './lean-router.ts';

test('a router without one of the functions that are left out fails the build', () => {
  const { transform } = leanRouter();
  if (typeof transform !== 'object') throw new Error('The plugin transforms nothing');
  const build = () =>
    transform.handler.call({ parse: parseAst } as never, 'function revalidate() {}', 'chunk.mjs', undefined as never);
  expect(build).toThrow(/The router no longer has .*handleAction/);
  expect(build).not.toThrow(/revalidate/);
});
