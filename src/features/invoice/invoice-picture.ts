import typedFont from '@fontsource-variable/atkinson-hyperlegible-mono/files/atkinson-hyperlegible-mono-latin-wght-normal.woff2?inline';
import { toBlob } from 'html-to-image';
import { saveFile } from '../../browser/save-file.ts';
import { stageInvoice } from './invoice-stage.ts';

/**
 * The one web font (tokens.css), brought along: where html-to-image collects fonts itself, it sets the base of a
 * document, which the content policy forbids.
 */
const FONT = `@font-face { font-family: Typed; font-weight: 200 800; src: url(${typedFont}) format("woff2"); }`;

/** Saves the invoice as a PNG of one A4 sheet. Rejects where no picture comes about. */
export async function saveInvoicePicture(invoice: HTMLElement, name: string): Promise<void> {
  const { copy, remove } = stageInvoice(invoice);
  try {
    saveFile(await pictureOf(copy), name);
  } finally {
    remove();
  }
}

async function pictureOf(paper: HTMLElement): Promise<Blob> {
  const options = {
    width: paper.offsetWidth,
    height: paper.offsetHeight,
    pixelRatio: 2,
    fontEmbedCSS: FONT,
  };
  // WebKit draws an SVG before the font inside it is ready; it is at the second drawing (html-to-image issue 488).
  if (navigator.vendor.startsWith('Apple')) await toBlob(paper, options);
  const picture = await toBlob(paper, options);
  if (!picture) throw new Error('The browser made no picture');
  return picture;
}
