import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { takeTurns } from '../../limits/turns.ts';
import { formatCsvLines } from '../../shipment-files/write-csv.ts';

/** Waits for the first chunk. */
export async function sendCsv(
  reply: FastifyReply,
  name: string,
  chunks: AsyncGenerator<string>,
): Promise<FastifyReply> {
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

export async function* formatRows(batches: AsyncGenerator<string[][]>): AsyncGenerator<string> {
  const pause = takeTurns();
  for await (const rows of batches) {
    yield formatCsvLines(rows);
    await pause();
  }
}
