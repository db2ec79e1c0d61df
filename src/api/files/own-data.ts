import { paths } from '../../domain/paths.ts';
import { download } from './download.ts';

/** @throws {CallError} */
export const downloadOwnData = (id: string): Promise<Blob> => download(paths.dataExport(id), 'application/zip');
