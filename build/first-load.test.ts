import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { limitFirstLoad } from './first-load.ts';

const chunk = (name: string, imports: string[] = [], kilobytes = 1) => ({
  type: 'chunk',
  name,
  fileName: `${name}.js`,
  imports: imports.map((other) => `${other}.js`),
  code: randomBytes(kilobytes * 1_000).toString('hex'),
});

/** Null, or what the build ends with. */
function build(...more: ReturnType<typeof chunk>[]): string | null {
  const chunks = [chunk('index'), chunk('track'), chunk('tracked', ['basics']), chunk('forms', ['track']), ...more];
  const { generateBundle } = limitFirstLoad as unknown as {
    generateBundle(this: object, options: object, bundle: object): void;
  };
  const problems: string[] = [];
  const bundle = Object.fromEntries(chunks.map((each) => [each.fileName, each]));
  generateBundle.call({ error: (text: string) => problems.push(text) }, {}, bundle);
  return problems[0] ?? null;
}

it('a first page that loads more ends the build, by the name of the chunk', () => {
  expect(build(chunk('basics'))).toBeNull();
  expect(build(chunk('basics', [], 30))).toMatch(/^\/track\/\{id\} loads basics of \d+\.\d kB: at most [\d.]+\.$/);
  expect(build(chunk('basics', ['manager']), chunk('manager'))).toMatch(/^\/track\/\{id\} loads manager of /);
});

it('a chart of more than its 5 kB ends the build', () => {
  expect(build(chunk('chart', [], 3))).toBeNull();
  expect(build(chunk('chart', [], 6))).toMatch(/^chart has 6\.\d kB: at most 5\.$/);
});
