import { useMutation } from '@tanstack/react-query';
import { sendOnce } from '../../api/calls/idempotency.ts';
import { downloadJournal, downloadStatement } from '../../api/files/statements.ts';
import { useChange } from '../../api/use-change.ts';
import { saveFile } from '../../browser/save-file.ts';
import { counted } from '../../domain/figures.ts';
import type { PayOut, Statement } from '../../domain/statements/statement.ts';
import { toast } from '../../ui/toast/toast.ts';

export function useDownloadStatement() {
  return useChange({
    mutationFn: ({ id, format }: Pick<Statement, 'id' | 'kind' | 'number'> & { format: 'pdf' | 'csv' }) =>
      downloadStatement(id, format),
    meta: { skipsRefetch: true },
    failed: 'The file was not downloaded',
    onSuccess: (file, { kind, number, format }) => saveFile(file, `${kind}-${number}.${format}`),
  });
}

export const useDownloadJournal = () => useMutation({ mutationFn: downloadJournal, meta: { skipsRefetch: true } });

export const useSetPeriod = () =>
  useMutation({
    mutationFn: sendOnce('statementAdmin.setPeriod'),
    onSuccess: () => toast.success('Period saved'),
  });

export const useCredit = () => useMutation({ mutationFn: sendOnce('statementAdmin.credit') });

export const usePayOut = () =>
  useChange({
    mutationFn: sendOnce('statementAdmin.payOut'),
    failed: 'Nothing was paid out',
    onSuccess: (_, { payouts }: PayOut) => toast.success(`${counted(payouts.length, 'withdrawal')} requested`),
  });
