import { filePaths } from '../../domain/file-paths.ts';
import { download } from './download.ts';

/** @throws {CallError} */
export const downloadOwnData = (id: string): Promise<Blob> => download(filePaths.dataExport(id), 'application/zip');
