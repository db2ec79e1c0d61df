/**
 * The baseline for a file of labels: pdfkit alone writes as many pages of as many lines, each other
 * words, in the same font. `node bare-pdf.ts PAGES LINES FILE`
 */
import { createWriteStream } from 'node:fs';
import { createRequire } from 'node:module';
import { pipeline } from 'node:stream/promises';
import PDFDocument from 'pdfkit';

const [pages = '', lines = '', file = ''] = process.argv.slice(2);
const noto = '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf';
const font = createRequire(import.meta.url).resolve(noto);
const doc = new PDFDocument({ autoFirstPage: false, font });
const written = pipeline(doc, createWriteStream(file));
for (let page = 0; page < Number(pages); page += 1) {
  doc.addPage({ size: 'A6', margin: 10 });
  for (let line = 0; line < Number(lines); line += 1) doc.text(`Line${line} Page${page}`, { lineBreak: false });
}
doc.end();
await written;
