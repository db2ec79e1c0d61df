import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { CsvStyle } from '../../../src/domain/csv.ts';
import { BYTE_ORDER_MARK, type CsvCell, formatCsvLines } from '../csv/write-csv.ts';
import { takeTurns } from '../limits/turns.ts';

interface CsvFile {
  name: string;
  headers: readonly string[];
  /** The style that its reader prefers. */
  style: CsvStyle | undefined;
}

/** Waits for the first chunk. A page is rows, or lines in this style. */
export async function sendCsv(
  reply: FastifyReply,
  { name, ...file }: CsvFile,
  pages: AsyncIterable<CsvCell[][] | string>,
): Promise<FastifyReply> {
  const chunks = formatFile(file, pages);
  const first = await chunks.next();
  return reply
    .header('cache-control', 'private, no-store')
    .header('vary', 'Authorization')
    .header('content-disposition', `attachment; filename="${name}"`)
    .type('text/csv; charset=utf-8')
    .send(Readable.from(prependChunk(first, chunks), { objectMode: false, highWaterMark: 64 * 1024 }));
}

async function* prependChunk(first: IteratorResult<string>, chunks: AsyncGenerator<string>): AsyncGenerator<string> {
  if (first.done) return;
  yield first.value;
  yield* chunks;
}

async function* formatFile(
  { headers, style }: Omit<CsvFile, 'name'>,
  pages: AsyncIterable<CsvCell[][] | string>,
): AsyncGenerator<string> {
  const pause = takeTurns();
  let start = BYTE_ORDER_MARK + formatCsvLines([headers], style);
  for await (const page of pages) {
    yield start + (typeof page === 'string' ? page : formatCsvLines(page, style));
    start = '';
    await pause();
  }
  if (start) yield start;
}
