/**
 * Runs as a separate process, which writes a file or its fonts' letters to standard output. It
 * reads a `WriterLine` from each line of standard input, and ends when that closes.
 */
import { createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { drawDocument } from '../../../src/domain/labels/draw-document.ts';
import { drawProof, type ProofPaper } from '../../../src/domain/labels/draw-proof.ts';
import { drawStatement, type StatementLine, type StatementPaper } from '../../../src/domain/labels/draw-statement.ts';
import type { FileFormat, Printable, PrinterDpi, PrintStyle } from '../../../src/domain/labels/printing.ts';
import { writeZpl } from '../../../src/domain/labels/write-zpl.ts';
import { encoders } from './encoders.ts';
import { type LabelFonts, openFonts } from './fonts.ts';
import { createLettering } from './lettering.ts';
import { createPdf, type FileWriter } from './write-pdf.ts';
import { createPng } from './write-png.ts';

export interface FileHead {
  title: string;
  format: FileFormat;
  dpi: PrinterDpi;
  page?: number;
  style: PrintStyle;
  sender: Parameters<typeof drawDocument>[2];
}

/** The head, then slices, then the end. Or a statement’s paper, then its lines; or a proof. */
export type WriterLine =
  | { head: FileHead }
  | { slice: Printable }
  | { paper: StatementPaper }
  | { lines: StatementLine[] }
  | { proof: ProofPaper }
  | { isAll: true };

export type KnownLetters = [first: number, last: number][][];

const STANDARD_OUTPUT = 1;
const JPEG_QUALITY = 80;

async function writeFile(fonts: LabelFonts): Promise<void> {
  const lines = readLines();
  const first = await lines.next();
  if (!first.done && 'paper' in first.value)
    return writePaper(first.value.paper, lines, createPdf(first.value.paper.title, fonts));
  if (!first.done && 'proof' in first.value) return writeProof(first.value.proof, fonts);
  if (first.done || !('head' in first.value)) throw new Error('The head is missing');
  const { style, sender } = first.value.head;
  const { content, draw, end } = createFile(first.value.head, fonts);
  const written = pipeline(content, createWriteStream('', { fd: STANDARD_OUTPUT }));
  for await (const line of lines) {
    if ('isAll' in line) {
      end();
      return written;
    }
    if (!('slice' in line)) continue;
    for (const page of drawDocument(line.slice, style, sender, encoders)) draw(page);
    // What is drawn goes out.
    await setImmediate();
  }
  throw new Error('The server has ended');
}

/** Its pages are numbered, so they begin once all lines are here. */
async function writePaper(
  paper: StatementPaper,
  read: AsyncIterable<WriterLine>,
  { content, draw, end }: FileWriter,
): Promise<void> {
  const written = pipeline(content, createWriteStream('', { fd: STANDARD_OUTPUT }));
  const lines: StatementLine[] = [];
  for await (const line of read) {
    if ('lines' in line) lines.push(...line.lines);
    if (!('isAll' in line)) continue;
    for (const page of drawStatement(paper, lines)) {
      draw(page);
      await setImmediate();
    }
    end();
    return written;
  }
  throw new Error('The server has ended');
}

/** Its pictures are stored as WebP, which no PDF has. */
async function writeProof(paper: ProofPaper, fonts: LabelFonts): Promise<void> {
  const { content, draw, end } = createPdf(`Proof of delivery ${paper.trackingId}`, fonts);
  const written = pipeline(content, createWriteStream('', { fd: STANDARD_OUTPUT }));
  const pictures: ProofPaper['pictures'] = [];
  for (const { label, image } of paper.pictures) pictures.push({ label, image: await toJpeg(image) });
  for (const page of drawProof({ ...paper, pictures }, encoders)) draw(page);
  end();
  return written;
}

async function toJpeg(image: string): Promise<string> {
  const { default: sharp } = await import('sharp');
  const jpeg = await sharp(Buffer.from(image, 'base64')).jpeg({ quality: JPEG_QUALITY }).toBuffer();
  return jpeg.toString('base64');
}

function createFile({ title, format, dpi, page = 1 }: FileHead, fonts: LabelFonts): FileWriter {
  switch (format) {
    case 'pdf':
      return createPdf(title, fonts);
    case 'zpl':
      return createZpl(dpi, fonts);
    case 'png':
      return createPng({ dpi, page }, createLettering(fonts));
  }
}

function createZpl(dpi: PrinterDpi, fonts: LabelFonts): FileWriter {
  const content = new PassThrough();
  const lettering = createLettering(fonts);
  return {
    content,
    draw: (page) => content.write(writeZpl([page], dpi, lettering).join('')),
    end: () => content.end(),
  };
}

async function* readLines(): AsyncGenerator<WriterLine> {
  for await (const line of createInterface({ input: process.stdin })) yield JSON.parse(line) as WriterLine;
}

function listLetters({ regular, bold }: LabelFonts): KnownLetters {
  return regular.map(({ letters }, at) => {
    const known: KnownLetters[number] = [];
    for (const letter of [...letters].toSorted((one, other) => one - other)) {
      if (!bold[at]?.letters.has(letter)) continue;
      const last = known.at(-1);
      if (last?.[1] === letter - 1) last[1] = letter;
      else known.push([letter, letter]);
    }
    return known;
  });
}

if (import.meta.main) {
  // systemd asks every process to end, but the server waits for this file.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => undefined);
  const [task, ...files] = process.argv.slice(2);
  const fonts = openFonts(files);
  if (task === 'letters') process.stdout.write(JSON.stringify(listLetters(fonts)));
  else {
    await writeFile(fonts);
    process.stdin.destroy();
  }
}
