import { download } from '../../api/files/download.ts';
import { downloadJournal } from '../../api/files/statements.ts';
import { useChange } from '../../api/use-change.ts';
import { useSend } from '../../api/use-send.ts';
import { saveFile } from '../../browser/save-file.ts';
import { filePaths } from '../../domain/file-paths.ts';
import type { FigureStep } from '../../domain/reports/figures.ts';
import type { Range } from '../../domain/reports/period.ts';
import type { MoneyLineName } from '../../domain/statements/money-lines.ts';
import { toast } from '../../ui/toast/toast.ts';

export const useEmailOwnReport = () =>
  useSend('reports.emailOwn', {
    failed: 'Not changed',
    onSuccess: (_, { wanted }) =>
      toast.success(wanted ? 'You get last week’s figures every Monday' : 'No more reports by email'),
  });

export const useDownloadReport = (file: (search: Record<string, string>) => string) =>
  useChange<Blob, Range & { step: FigureStep }>({
    mutationFn: ({ from, to, step }) => download(file({ from, to, step }), 'text/csv'),
    meta: { skipsRefetch: true },
    failed: 'The report was not downloaded',
    onSuccess: (blob, { from, to }) => saveFile(blob, `report-${from}-${to}.csv`),
  });

export const useDownloadLine = () =>
  useChange<Blob, Range & { line: MoneyLineName }>({
    mutationFn: ({ from, to, line }) => downloadJournal({ from, until: to, line }),
    meta: { skipsRefetch: true },
    failed: 'The entries were not downloaded',
    onSuccess: (blob, { from, to, line }) => saveFile(blob, `${line}-${from}-${to}.csv`),
  });

export const useDownloadProofs = () =>
  useChange<Blob, Range>({
    mutationFn: ({ from, to }) => download(filePaths.ownProofs({ from, to }), 'application/zip'),
    meta: { skipsRefetch: true },
    failed: 'The proofs were not downloaded',
    onSuccess: (file, { from, to }) => saveFile(file, `proofs-${from}-${to}.zip`),
  });
