import { filePaths } from '../../domain/file-paths.ts';
import type { PrintFile, PrintFileOrder, PrintLabels, PrintResult } from '../../domain/labels/printing.ts';
import { unexpectedResponse } from '../calls/call-error.ts';
import { withIdempotencyKey } from '../calls/idempotency.ts';
import { download } from './download.ts';
import { parseResponse } from './file-response.ts';

/** @throws {CallError} */
export async function orderPrintFile(order: PrintFileOrder): Promise<PrintFile> {
  const answer = await download(filePaths.labels, 'application/json', { body: order });
  const { id, count = 0, ahead = 0, problems = [], notes = [] } = parseResponse<PrintFile>(await answer.text());
  if (id === undefined) throw unexpectedResponse(200);
  return { id, count, ahead, problems, notes };
}

/** @throws {CallError} */
export const downloadPrintFile = (id: string): Promise<Blob> => download(filePaths.labelFile(id), 'application/');

/** Sends labels to a printer of the server, once, however often it is asked. @throws {CallError} */
export const printOnServer = withIdempotencyKey('printLabels', async (order: PrintLabels, { idempotencyKey }) => {
  const answer = await download(filePaths.printLabels, 'application/json', { body: order, idempotencyKey });
  const { labels, problems = [], notes = [], ...rest } = parseResponse<PrintResult>(await answer.text());
  if (labels === undefined) throw unexpectedResponse(200);
  return { labels, problems, notes, ...rest };
});
