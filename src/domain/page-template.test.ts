import { expect, it } from 'vitest';
import { extractPlaceholders, fillPage } from './page-template.ts';

it('escapes every value, in text and in attributes', () => {
  const text = `"><script>alert('&amp;')</script>`;
  expect(fillPage(['<p title="', { name: 'said' }, '">', { name: 'said' }, '</p>'], { said: text })).toBe(
    '<p title="&quot;&gt;&lt;script&gt;alert(&#39;&amp;amp;&#39;)&lt;/script&gt;">&quot;&gt;&lt;script&gt;alert(&#39;&amp;amp;&#39;)&lt;/script&gt;</p>',
  );
});

it('leaves out what surrounds an empty text', () => {
  const template = ['To', { name: 'country', before: ' <i>', after: '</i>' }, '.'];
  expect(fillPage(template, { country: 'Norway' })).toBe('To <i>Norway</i>.');
  expect(fillPage(template, { country: '' })).toBe('To.');
});

it('rejects to leave a hole open', () => {
  expect(() => fillPage([{ name: 'said' }], {})).toThrow(RangeError);
});

it('cuts a hole wherever the pattern finds one', () => {
  expect(extractPlaceholders('a1b22', /\d+/g, ([digits]) => ({ name: `n${digits}` }))).toEqual([
    'a',
    { name: 'n1' },
    'b',
    { name: 'n22' },
    '',
  ]);
});
