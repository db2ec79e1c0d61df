import { expect, it } from 'vitest';
import { checkOptionalChunks } from './optional-chunks.ts';

/** Null, or what the build ends with. */
function build(name: string, ...imports: string[]): string | null {
  const { generateBundle } = checkOptionalChunks as unknown as {
    generateBundle(this: object, options: object, bundle: object): void;
  };
  const chunkOf = (one: string) => [
    `${one}.js`,
    { type: 'chunk', name: one, imports: [], modules: { [`${one}.ts`]: {} } },
  ];
  const chunk = { type: 'chunk', name, imports: imports.map((one) => `${one}.js`), modules: { [`${name}.ts`]: {} } };
  const getModuleInfo = () => ({ importedIds: imports.map((one) => `${one}.ts`) });
  let problem: string | null = null;
  const error = (text: string) => {
    problem = text;
  };
  generateBundle.call(
    { error, getModuleInfo },
    {},
    { ...Object.fromEntries(imports.map(chunkOf)), [`${name}.js`]: chunk },
  );
  return problem;
}

it('a page that imports what its device may not cache ends the build', () => {
  expect(build('desk', 'shop', 'office', 'lists')).toBeNull();
  expect(build('shop', 'desk')).toBe('shop imports desk, which not every device with shop caches: shop.ts → desk.ts');
  expect(build('lists', 'office')).toContain('lists imports office');
});
