import typedFont from '@fontsource-variable/atkinson-hyperlegible-mono/files/atkinson-hyperlegible-mono-latin-wght-normal.woff2?inline';
import { toBlob } from 'html-to-image';
import { saveFile } from '../../browser/save-file.ts';
import { stageInvoice } from './invoice-stage.ts';

/**
 * The web font, inlined: html-to-image's own font embedding sets a document base, which the content
 * security policy forbids.
 */
const FONT = `@font-face { font-family: Typed; font-weight: 200 800; src: url(${typedFont}) format("woff2"); }`;

/** Saves the invoice as a PNG of one A4 sheet. @throws if the browser can't render it. */
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
  // WebKit draws an SVG before its font is ready; the second drawing has it (html-to-image issue
  // 488).
  if (navigator.vendor.startsWith('Apple')) await toBlob(paper, options);
  const picture = await toBlob(paper, options);
  if (!picture) throw new Error('The browser made no picture');
  return picture;
}
