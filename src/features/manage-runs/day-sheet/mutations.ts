import { download } from '../../../api/files/download.ts';
import { useChange } from '../../../api/use-change.ts';
import { saveFile } from '../../../browser/save-file.ts';
import { filePaths } from '../../../domain/file-paths.ts';

export const useDownloadDaySheet = () =>
  useChange<Blob, string>({
    mutationFn: (day) => download(filePaths.daySheet(day), 'text/csv'),
    meta: { skipsRefetch: true },
    failed: 'The day sheet was not downloaded',
    onSuccess: (file, day) => saveFile(file, `day-sheet-${day}.csv`),
  });
