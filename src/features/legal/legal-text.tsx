import { createElement, type ReactNode } from 'react';
import type { LegalElement, LegalNode } from '../../domain/legal-page.ts';

/** Its elements are those of the schema, and their texts are text. */
export const LegalText = ({ content }: { content: readonly LegalNode[] }) => (
  <div className="prose">{content.map(draw)}</div>
);

function draw(node: LegalNode, key: number): ReactNode {
  if (typeof node === 'string') return node;
  const element = createElement(node.tag, { key, ...propsOf(node) }, node.children?.map(draw));
  // Wide tables scroll beside the text.
  return node.tag === 'table' ? (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <section key={key} className="prose-table" aria-label="Table" tabIndex={0}>
      {element}
    </section>
  ) : (
    element
  );
}

function propsOf({ href, start }: LegalElement) {
  if (start !== undefined) return { start };
  if (href === undefined) return {};
  return /^https?:/i.test(href) ? { href, rel: 'noreferrer', target: '_blank' } : { href };
}
