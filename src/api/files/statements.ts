import { filePaths } from '../../domain/file-paths.ts';
import type { OwingFilter } from '../../domain/owing.ts';
import type { BookExport } from '../../domain/statements/book-export.ts';
import { download } from './download.ts';

/** @throws {CallError} */
export const downloadStatement = (id: string, format: 'pdf' | 'csv'): Promise<Blob> =>
  download(filePaths.statementFile(id, format), format === 'pdf' ? 'application/pdf' : 'text/csv');

/** @throws {CallError} */
export const downloadDraft = (userId: string): Promise<Blob> =>
  download(filePaths.statementDraft(userId), 'application/pdf');

/** @throws {CallError} */
export const downloadOwing = (search: OwingFilter): Promise<Blob> => download(filePaths.owingFile(search), 'text/csv');

/** @throws {CallError} */
export const downloadJournal = (period: { from: string; until: string; line?: string | undefined }): Promise<Blob> =>
  download(filePaths.journalFile(period), 'text/csv');

/** @throws {CallError} */
export const downloadExport = ({ id, format }: Pick<BookExport, 'id' | 'format'>): Promise<Blob> =>
  download(filePaths.bookExport(id), format === 'sie' ? 'application/octet-stream' : 'text/csv');
