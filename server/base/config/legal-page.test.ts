import * as v from 'valibot';
import { expect, it } from 'vitest';
import { type LegalNode, LegalPageSchema } from '../../../src/domain/legal-page.ts';
import { parseLegalPage } from './legal-page.ts';

const contentOf = (markdown: string) => {
  const page = parseLegalPage(markdown, 'Terms');
  // The app reads it the same way.
  expect(v.parse(LegalPageSchema, JSON.parse(JSON.stringify(page)))).toEqual(page);
  return page.content;
};

/** Every element of a page, with its attributes but not its text. */
const elementsIn = (nodes: readonly LegalNode[]): string[] =>
  nodes.flatMap((node) =>
    typeof node === 'string' ? [] : [`${node.tag} ${node.href ?? ''}`.trim(), ...elementsIn(node.children ?? [])],
  );

const textIn = (nodes: readonly LegalNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : textIn(node.children ?? []))).join('');

it('the first heading is the title, and a page without one has the usual one', () => {
  expect(parseLegalPage('\uFEFF# Terms of *carriage* &amp; more\n\nText', 'Terms').title).toBe(
    'Terms of carriage & more',
  );
  expect(parseLegalPage('Text\n\n# Later', 'Privacy policy')).toMatchObject({
    title: 'Privacy policy',
    content: [
      { tag: 'p', children: ['Text'] },
      { tag: 'h2', children: ['Later'] },
    ],
  });
});

it('lists, tables, links and emphasis are as they are written', () => {
  const content = contentOf(
    `3. **a** and *b*\n   - [c](https://example.com/d?e=f)\n\n| g | h |\n|---|---|\n| i | \`j\` |`,
  );
  expect(content).toEqual([
    {
      tag: 'ol',
      start: 3,
      children: [
        {
          tag: 'li',
          children: [
            { tag: 'strong', children: ['a'] },
            ' and ',
            { tag: 'em', children: ['b'] },
            {
              tag: 'ul',
              children: [{ tag: 'li', children: [{ tag: 'a', href: 'https://example.com/d?e=f', children: ['c'] }] }],
            },
          ],
        },
      ],
    },
    {
      tag: 'table',
      children: [
        {
          tag: 'thead',
          children: [
            {
              tag: 'tr',
              children: [
                { tag: 'th', children: ['g'] },
                { tag: 'th', children: ['h'] },
              ],
            },
          ],
        },
        {
          tag: 'tbody',
          children: [
            {
              tag: 'tr',
              children: [
                { tag: 'td', children: ['i'] },
                { tag: 'td', children: [{ tag: 'code', children: ['j'] }] },
              ],
            },
          ],
        },
      ],
    },
  ]);
});

it.each([
  ['a script', '<script>alert(1)</script>', ['p'], '<script>alert(1)</script>'],
  ['a handler', '<img src=x onerror=alert(1)>', ['p'], '<img src=x onerror=alert(1)>'],
  [
    'a frame in a line',
    'See <iframe src="https://evil.example"></iframe>',
    ['p'],
    'See <iframe src="https://evil.example"></iframe>',
  ],
  ['a link that runs', '[x](javascript:alert(1))', ['p'], '[x](javascript:alert(1))'],
  ['a link that runs, encoded', '[x](&#106;avascript:alert(1))', ['p'], '[x](javascript:alert(1))'],
  ['a link with data', '[x](data:text/html;base64,PHNjcmlwdD4=)', ['p'], '[x](data:text/html;base64,PHNjcmlwdD4=)'],
  ['a link to another host that looks like ours', '[x](//evil.example)', ['p'], 'x'],
  ['a link of an unknown kind', '<web+evil:x>', ['p'], 'web+evil:x'],
  ['a picture, which would tell another server who reads', '![A map](https://evil.example/x.png)', ['p'], 'A map'],
  ['a comment of the author', 'a<!-- \n secret --> b', ['p'], 'a b'],
])('%s stays text', (_what, markdown, elements, text) => {
  const content = contentOf(markdown);
  expect(elementsIn(content)).toEqual(elements);
  expect(textIn(content)).toBe(text);
});

it.each(['mailto:desk@example.com', 'tel:+4631555', '/track', '#part', 'http://example.com'])(
  'a link to %s stays a link',
  (to) => {
    expect(elementsIn(contentOf(`[x](${to})`))).toEqual(['p', `a ${to}`]);
  },
);

it('deep nesting ends somewhere', () => {
  expect(elementsIn(contentOf(`${'> '.repeat(10_000)}deep`)).length).toBeLessThan(200);
});
