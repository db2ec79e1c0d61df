import { paths } from '../../domain/paths.ts';
import { download } from './download.ts';

/** @throws {CallError} */
export const downloadStatement = (id: string, format: 'pdf' | 'csv'): Promise<Blob> =>
  download(paths.statementFile(id, format), format === 'pdf' ? 'application/pdf' : 'text/csv');

/** @throws {CallError} */
export const downloadJournal = (period: { from: string; until: string }): Promise<Blob> =>
  download(paths.journalFile(period), 'text/csv');
