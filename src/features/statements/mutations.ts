import { useMutation } from '@tanstack/react-query';
import { downloadDraft, downloadExport, downloadJournal, downloadStatement } from '../../api/files/statements.ts';
import { useChange } from '../../api/use-change.ts';
import { useSend } from '../../api/use-send.ts';
import { saveFile } from '../../browser/save-file.ts';
import { type BookExport, bookFileName } from '../../domain/statements/book-export.ts';
import type { Statement } from '../../domain/statements/statement.ts';

export function useDownloadStatement() {
  return useChange({
    mutationFn: ({ id, format }: Pick<Statement, 'id' | 'kind' | 'number'> & { format: 'pdf' | 'csv' }) =>
      downloadStatement(id, format),
    meta: { skipsRefetch: true },
    failed: 'The file was not downloaded',
    onSuccess: (file, { kind, number, format }) => saveFile(file, `${kind}-${number}.${format}`),
  });
}

export const useDownloadDraft = () =>
  useChange({
    mutationFn: downloadDraft,
    meta: { skipsRefetch: true },
    failed: 'The draft was not downloaded',
    onSuccess: (file) => saveFile(file, 'statement-draft.pdf'),
  });

export const useDownloadJournal = () => useMutation({ mutationFn: downloadJournal, meta: { skipsRefetch: true } });

export const useDownloadExport = () =>
  useChange({
    mutationFn: downloadExport,
    meta: { skipsRefetch: true },
    failed: 'The export was not downloaded',
    onSuccess: (content, file: BookExport) => saveFile(content, bookFileName(file)),
  });

export const useCreateExports = () => useSend('statementAdmin.createExports', { done: 'Exported' });

export const useSetPeriod = () => useSend('statementAdmin.setPeriod', { done: 'Statement settings saved' });
