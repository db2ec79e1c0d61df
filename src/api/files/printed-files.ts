import type { PrintFile, PrintFileOrder } from '../../domain/label/printing.ts';
import { paths } from '../../domain/paths.ts';
import { unexpectedResponse } from '../calls/call-error.ts';
import { download } from './download.ts';
import { parseResponse } from './file-response.ts';

/** @throws {CallError} */
export async function orderPrintFile(order: PrintFileOrder): Promise<PrintFile> {
  const answer = await download(paths.labels, 'application/json', { body: order });
  const { id, count = 0, ahead = 0, problems = [] } = parseResponse<PrintFile>(await answer.text());
  if (id === undefined) throw unexpectedResponse(200);
  return { id, count, ahead, problems };
}

/** @throws {CallError} */
export const downloadPrintFile = (id: string): Promise<Blob> => download(paths.labelFile(id), 'application/');
