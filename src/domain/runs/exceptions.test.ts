import { expect, it } from 'vitest';
import { EXCEPTION_KINDS, exceptionText } from './exceptions.ts';

it('has a different text for every kind', () => {
  const titles = EXCEPTION_KINDS.map((kind) => exceptionText(kind).title);
  expect(new Set(titles).size).toBe(EXCEPTION_KINDS.length);
});

it.each(['kind-of-a-newer-server', 'constructor'])('has a plain sentence for a kind it does not know: %s', (kind) => {
  expect(exceptionText(kind)).toEqual({
    title: 'A new kind of exception.',
    advice: 'Reload the app: this version is too old to say what happened.',
  });
});
