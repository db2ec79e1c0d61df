import { type StatementImported, StatementImportedSchema } from '../../domain/banking.ts';
import { filePaths } from '../../domain/file-paths.ts';
import { checkAnswer } from '../calls/check-answer.ts';
import { download } from './download.ts';
import { sendOwnFile } from './send-file.ts';

/** @throws {CallError} */
export async function sendStatement(file: File): Promise<StatementImported> {
  return checkAnswer(StatementImportedSchema, await sendOwnFile(filePaths.bankStatements, file, 'application/xml'));
}

/** @throws {CallError} */
export const downloadPayoutFile = (id: string): Promise<Blob> =>
  download(filePaths.payoutFile(id), ['application/xml', 'text/csv']);
