import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { stageInvoice } from './invoice-stage.ts';

/** Each step is smaller and tighter; see invoice.css. */
const DENSITY_COUNT = 7;
/** In rem: A4's width and Letter's height without margins, minus rounding. */
const PAGE_WIDTH = 718 / 16;
const PAGE_HEIGHT = 974 / 16;

export function useInvoiceDensity(invoice: RefObject<HTMLElement | null>, content: unknown): number {
  const [density, setDensity] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: new content has to be measured again
  useLayoutEffect(() => {
    if (invoice.current) setDensity(measureDensity(invoice.current));
  }, [invoice, content]);

  useEffect(() => {
    // The web font may load after the first measurement.
    void document.fonts.ready.then(() => {
      if (invoice.current) setDensity(measureDensity(invoice.current));
    });
  }, [invoice]);

  return density;
}

function measureDensity(invoice: HTMLElement): number {
  const { copy, remove } = stageInvoice(invoice);
  copy.classList.add('invoice-measured');
  copy.style.width = `${PAGE_WIDTH}rem`;
  const pageHeight = PAGE_HEIGHT * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  let density = 0;
  copy.dataset.density = '0';
  while (copy.offsetHeight > pageHeight && density < DENSITY_COUNT - 1) {
    density += 1;
    copy.dataset.density = String(density);
  }
  remove();
  return density;
}
