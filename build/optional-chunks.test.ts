import { expect, it } from 'vitest';
import { checkOptionalChunks } from './optional-chunks.ts';

/** Null, or what the build ends with. */
function build(name: string, imports: string[], dynamicImports: string[] = []): string | null {
  const { generateBundle } = checkOptionalChunks as unknown as {
    generateBundle(this: object, options: object, bundle: object): void;
  };
  const chunkOf = (one: string) => [
    `${one}.js`,
    { type: 'chunk', name: one, imports: [], dynamicImports: [], modules: { [`${one}.ts`]: {} } },
  ];
  const filesOf = (names: string[]) => names.map((one) => `${one}.js`);
  const chunk = {
    type: 'chunk',
    name,
    modules: { [`${name}.ts`]: {} },
    imports: filesOf(imports),
    dynamicImports: filesOf(dynamicImports),
  };
  const getModuleInfo = () => ({ importedIds: imports.map((one) => `${one}.ts`) });
  let problem: string | null = null;
  const error = (text: string) => {
    problem = text;
  };
  generateBundle.call(
    { error, getModuleInfo },
    {},
    { ...Object.fromEntries([...imports, ...dynamicImports].map(chunkOf)), [`${name}.js`]: chunk },
  );
  return problem;
}

it('a page that imports what its device may not cache ends the build', () => {
  expect(build('desk', ['shop', 'office', 'lists'])).toBeNull();
  expect(build('shop', ['desk'])).toBe('shop imports desk, which not every device with shop caches: shop.ts → desk.ts');
  expect(build('lists', ['office'])).toContain('lists imports office');
});

it('a part of a page that ends up among those of a role, which others do not cache, ends the build', () => {
  expect(build('index', [], ['desk', 'courier'])).toBeNull();
  expect(build('tracked', [], ['choices'])).toBeNull();
  expect(build('tracked', [], ['desk'])).toContain('tracked loads a part of its own from desk');
});
