import markdownIt, { type Token } from 'markdown-it';
import {
  isLegalLink,
  LEGAL_TAGS,
  type LegalElement,
  type LegalNode,
  type LegalPage,
} from '../../../src/domain/legal-page.ts';

const TAGS: ReadonlySet<string> = new Set(LEGAL_TAGS);
/** The title is the only `h1` of a page. */
const TAG_FOR: Record<string, string> = { h1: 'h2', h5: 'h4', h6: 'h4' };
const COMMENT = /<!--[\s\S]*?-->/g;

/** Reads Markdown with tables as a tree of few elements: HTML and unsafe links stay text, pictures become words. */
export function parseLegalPage(markdown: string, title: string): LegalPage {
  const tokens = markdownIt({ html: false }).parse(markdown.replace(/^\uFEFF/, '').replace(COMMENT, ''), {});
  const startsWithTitle = tokens[0]?.type === 'heading_open' && tokens[0].tag === 'h1';
  const content = treeOf(startsWithTitle ? tokens.slice(3) : tokens);
  return { title: startsWithTitle ? (tokens[1]?.children ?? []).map(textOf).join('') : title, content };
}

const textOf = ({ type, content }: Token) => (type === 'softbreak' || type === 'hardbreak' ? ' ' : content);

function treeOf(tokens: readonly Token[]): LegalNode[] {
  const root: LegalNode[] = [];
  const open: LegalNode[][] = [root];
  for (const token of tokens) {
    const siblings = open.at(-1) ?? root;
    const element = elementOf(token);
    if (token.nesting === -1) open.pop();
    else if (token.type === 'inline') siblings.push(...treeOf(token.children ?? []));
    else if (token.nesting === 1) {
      const children: LegalNode[] = [];
      // In a tight list, paragraphs are hidden.
      if (element && !token.hidden) siblings.push({ ...element, children });
      open.push(element && !token.hidden ? children : siblings);
    } else if (token.type === 'softbreak') siblings.push(' ');
    else if (element) siblings.push(token.content ? { ...element, children: [token.content] } : element);
    else if (token.content) siblings.push(token.content);
  }
  return root;
}

/** Null for what is only text. */
function elementOf({ type, tag, attrs }: Token): LegalElement | null {
  const named = type === 'fence' || type === 'code_block' ? 'pre' : (TAG_FOR[tag] ?? tag);
  if (!TAGS.has(named)) return null;
  const attribute = (name: string) => attrs?.find(([known]) => known === name)?.[1];
  const href = String(attribute('href') ?? '');
  if (named === 'a' && !(href && isLegalLink(href))) return null;
  const start = Number(attribute('start') ?? Number.NaN);
  return { tag: named, ...(href && { href }), ...(Number.isInteger(start) && { start }) };
}
