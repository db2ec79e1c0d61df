import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import '../../styles/printed-pages.css';
import type { Drawing } from '../../domain/labels/drawing.ts';
import type { PrintStyle } from '../../domain/labels/printing.ts';
import { PrintedPage } from './printed-page.tsx';

/** Opens the print dialog of the system for these pages, instead of for the page on screen. */
export function printPages(pages: readonly Drawing[], { document: kind, size }: PrintStyle): void {
  const host = document.createElement('div');
  host.className = 'printed-pages';
  host.dataset.paper = kind === 'labels' ? size : kind === 'missed-cards' ? 'a6' : 'a4';
  document.body.append(host);
  const root = createRoot(host);
  flushSync(() =>
    root.render(
      pages.map((drawing, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page has no other name
        <PrintedPage key={at} drawing={drawing} />
      )),
    ),
  );
  addEventListener(
    'afterprint',
    () => {
      root.unmount();
      host.remove();
    },
    { once: true },
  );
  print();
}
