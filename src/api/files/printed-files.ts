import type { GetPrintable, PrintStyle } from '../../domain/label/printing.ts';
import { paths } from '../../domain/paths.ts';
import { unexpectedResponse } from '../calls/call-error.ts';
import { download } from './download.ts';
import { parseResponse } from './file-response.ts';

export type PrintedFileOrder = GetPrintable & PrintStyle & { format: 'pdf' | 'zpl'; dpi?: number };

/** What a file leaves out, because no font has these letters. */
export interface LetterProblem {
  id: string;
  trackingId: string;
  letters: string;
}

export interface PrintedFile {
  id: string;
  count: number;
  /** Files that the server draws first. */
  ahead: number;
  problems: LetterProblem[];
}

/** @throws {CallError} */
export async function orderPrintedFile(order: PrintedFileOrder): Promise<PrintedFile> {
  const answer = await download(paths.printedFiles, 'application/json', { body: order });
  const { id, count = 0, ahead = 0, problems = [] } = parseResponse<PrintedFile>(await answer.text());
  if (id === undefined) throw unexpectedResponse(200);
  return { id, count, ahead, problems };
}

/** @throws {CallError} */
export const downloadPrintedFile = (id: string, format: PrintedFileOrder['format']): Promise<Blob> =>
  download(paths.printedFile(id), format === 'pdf' ? 'application/pdf' : 'application/zpl');
