import typedFont from '@fontsource-variable/atkinson-hyperlegible-mono/files/atkinson-hyperlegible-mono-latin-wght-normal.woff2?url';
import { toBlob } from 'html-to-image';
import { readBuiltFile } from '../../api/files/built-file.ts';
import { saveFile } from '../../browser/save-file.ts';
import { stageInvoice } from './invoice-stage.ts';

/** html-to-image's embedding sets a document base, which the content security policy forbids. */
async function embeddedFont(): Promise<string> {
  const encoded = btoa(Array.from(await readBuiltFile(typedFont), (byte) => String.fromCharCode(byte)).join(''));
  return `@font-face { font-family: Typed; font-weight: 200 800; src: url(data:font/woff2;base64,${encoded}) format("woff2"); }`;
}

/** A PNG of one A4 sheet. @throws if the browser can't render it. */
export async function saveInvoiceImage(invoice: HTMLElement, name: string): Promise<void> {
  const { copy, remove } = stageInvoice(invoice);
  try {
    saveFile(await renderImage(copy), name);
  } finally {
    remove();
  }
}

async function renderImage(invoice: HTMLElement): Promise<Blob> {
  const options = {
    width: invoice.offsetWidth,
    height: invoice.offsetHeight,
    pixelRatio: 2,
    fontEmbedCSS: await embeddedFont(),
  };
  // WebKit draws an SVG before its font is ready; the second drawing has it (html-to-image issue
  // 488).
  if (navigator.vendor.startsWith('Apple')) await toBlob(invoice, options);
  const image = await toBlob(invoice, options);
  if (!image) throw new Error('The browser made no picture');
  return image;
}
