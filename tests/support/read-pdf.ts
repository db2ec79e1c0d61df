/** What a PDF shows, as PDFium draws it, which Chromium prints with. */
import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';

const MM_PER_POINT = 25.4 / 72;

export interface PdfPage {
  /** In millimetres. */
  width: number;
  height: number;
  text: string;
  /** Draws each pixel dark or not, like a printer of so many dots per inch. */
  render(dpi?: number): Promise<Buffer>;
}

let library: Promise<PDFiumLibrary> | undefined;

/** Hands over one page after the other, for as long as the next is not asked for. */
export async function* readPdf(bytes: Uint8Array): AsyncGenerator<PdfPage> {
  library ??= PDFiumLibrary.init();
  const document = await (await library).loadDocument(bytes);
  try {
    for (const page of document.pages()) {
      const { originalWidth, originalHeight } = page.getOriginalSize();
      yield {
        width: originalWidth * MM_PER_POINT,
        height: originalHeight * MM_PER_POINT,
        text: page.getText(),
        async render(dpi = 203) {
          const { data } = await page.render({
            scale: dpi / 72,
            colorSpace: 'Gray',
            render: ({ data, width, height }) =>
              sharp(data, { raw: { width, height, channels: 1 } })
                .threshold(128)
                .png()
                .toBuffer(),
          });
          return Buffer.from(data);
        },
      };
    }
  } finally {
    document.destroy();
  }
}
