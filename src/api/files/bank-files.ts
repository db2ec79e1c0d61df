import { site } from '../../config/site.ts';
import { type StatementImported, StatementImportedSchema } from '../../domain/banking.ts';
import { filePaths } from '../../domain/file-paths.ts';
import { headersOf } from '../calls/call-context.ts';
import { checkAnswer } from '../calls/check-answer.ts';
import { download } from './download.ts';
import { parseResponse, rejection } from './file-response.ts';
import { sendFile } from './send-file.ts';

/** @throws {CallError} */
export async function sendStatement(file: File): Promise<StatementImported> {
  const headers = { 'content-type': 'application/xml', ...headersOf() };
  const { status, text } = await sendFile(`${site.apiBase}${filePaths.bankStatements}`, file, headers);
  const response = parseResponse(text);
  if (status !== 200) throw rejection(status, response);
  return checkAnswer(StatementImportedSchema, response);
}

/** @throws {CallError} */
export const downloadPayoutFile = (id: string): Promise<Blob> =>
  download(filePaths.payoutFile(id), ['application/xml', 'text/csv']);
