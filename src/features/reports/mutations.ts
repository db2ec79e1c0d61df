import { download } from '../../api/files/download.ts';
import { useChange } from '../../api/use-change.ts';
import { saveFile } from '../../browser/save-file.ts';
import { filePaths } from '../../domain/file-paths.ts';
import type { Range } from '../../domain/reports/period.ts';

export const useDownloadProofs = () =>
  useChange<Blob, Range>({
    mutationFn: ({ from, to }) => download(filePaths.ownProofs({ from, to }), 'application/zip'),
    meta: { skipsRefetch: true },
    failed: 'The proofs were not downloaded',
    onSuccess: (file, { from, to }) => saveFile(file, `proofs-${from}-${to}.zip`),
  });
