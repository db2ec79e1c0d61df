import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { stageInvoice } from './invoice-stage.ts';

/** Each sets the invoice smaller and closer than the one before; invoice.css says how. */
const DENSITIES = 7;
/** In CSS pixels: an A4 inside its margins is as narrow as this, a Letter as low, less what rounding may take. */
const PAGE_WIDTH = 718;
const PAGE_HEIGHT = 974;

/** How densely an invoice has to be set to be one page of A4 and of Letter, with whatever it has to say. */
export function useInvoiceDensity(invoice: RefObject<HTMLElement | null>, content: unknown): number {
  const [density, setDensity] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another content is another measure
  useLayoutEffect(() => {
    if (invoice.current) setDensity(densityOf(invoice.current));
  }, [invoice, content]);

  useEffect(() => {
    // The typed font may come after the first measure.
    void document.fonts.ready.then(() => {
      if (invoice.current) setDensity(densityOf(invoice.current));
    });
  }, [invoice]);

  return density;
}

function densityOf(invoice: HTMLElement): number {
  const { copy, remove } = stageInvoice(invoice);
  copy.classList.add('invoice-measured');
  copy.style.width = `${PAGE_WIDTH}px`;
  let density = 0;
  copy.dataset.density = '0';
  while (copy.offsetHeight > PAGE_HEIGHT && density < DENSITIES - 1) {
    density += 1;
    copy.dataset.density = String(density);
  }
  remove();
  return density;
}
