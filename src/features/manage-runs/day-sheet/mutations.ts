import { download } from '../../../api/files/download.ts';
import { useChange } from '../../../api/use-change.ts';
import { useSend } from '../../../api/use-send.ts';
import { saveFile } from '../../../browser/save-file.ts';
import { filePaths } from '../../../domain/file-paths.ts';
import { toast } from '../../../ui/toast/toast.ts';

export const useEmailDaySheet = () =>
  useSend('runAdmin.emailDaySheet', {
    failed: 'Not changed',
    onSuccess: (_, { wanted }) =>
      toast.success(wanted ? 'You get the day sheet every evening' : 'No more day sheets by email'),
  });

export const useDownloadDaySheet = () =>
  useChange<Blob, string>({
    mutationFn: (day) => download(filePaths.daySheet(day), 'text/csv'),
    meta: { skipsRefetch: true },
    failed: 'The day sheet was not downloaded',
    onSuccess: (file, day) => saveFile(file, `day-sheet-${day}.csv`),
  });
