import { serverErrorOf } from '../../api/calls/call-error.ts';
import { sendOnce } from '../../api/calls/idempotency.ts';
import { downloadOwing } from '../../api/files/statements.ts';
import { useChange } from '../../api/use-change.ts';
import { useSend } from '../../api/use-send.ts';
import { saveFile } from '../../browser/save-file.ts';
import { counted } from '../../domain/figures.ts';
import { REMINDER_HOURS } from '../../domain/owing.ts';
import type { SeenTransaction } from '../../domain/transaction.ts';
import { toast } from '../../ui/toast/toast.ts';

export function sayDone({ waits }: { waits?: boolean | undefined }, done: string): void {
  if (waits) toast.info('Waits for approval', 'Another manager or accountant has to approve this.');
  else toast.success(done);
}

// Never queued offline.

export const useAddDeposit = () => useSend('transactionAdmin.addDeposit');

export const useChargeFee = () => useSend('transactionAdmin.chargeFee');

export const useUpdateTransaction = () => useSend('transactionAdmin.updateTransaction');

export const useDecide = () =>
  useSend('transactionAdmin.decide', {
    done: ({ agrees }) => (agrees ? 'Approved' : 'Refused'),
    onError: (error) => toast.error('This was not decided', serverErrorOf(error).firstMessage),
  });

const deleteTransaction = sendOnce('transactionAdmin.deleteTransaction');

export const useDeleteTransaction = (seen: SeenTransaction) =>
  useChange({
    mutationFn: ({ id }: { id: string }) => deleteTransaction({ id, ...seen }),
    failed: 'The transaction was not deleted',
    done: 'Transaction deleted',
  });

export const useDownloadOwing = () =>
  useChange({
    mutationFn: downloadOwing,
    meta: { skipsRefetch: true },
    failed: 'The list was not downloaded',
    onSuccess: (file) => saveFile(file, 'who-owes.csv'),
  });

export const useAddBill = () => useSend('billAdmin.addBill');

export const useSetBillPaid = () =>
  useSend('billAdmin.setBillPaid', {
    failed: 'The bill was not changed',
    done: ({ paid }) => (paid ? 'Marked as paid' : 'Marked as open'),
  });

export const useDeleteBill = () =>
  useSend('billAdmin.deleteBill', { done: 'Bill deleted', failed: 'The bill was not deleted' });

export const useCreateBankAccount = () => useSend('transactionAdmin.createBankAccount');

export const useCreateFallbackBankAccount = () => useSend('transactionAdmin.createFallbackBankAccount');

export const useUpdateBankAccount = () => useSend('transactionAdmin.updateBankAccount');

export const useDeleteBankAccount = () =>
  useSend('transactionAdmin.deleteBankAccount', {
    done: 'Bank account deleted',
    failed: 'The bank account was not deleted',
  });

export const useRemind = () =>
  useSend('transactionAdmin.remind', {
    failed: 'Nobody was reminded',
    onSuccess({ reminded }, { ids }) {
      const others = ids.length - reminded;
      const why =
        others > 0 ? `${counted(others, 'other')} had a reminder in the last ${REMINDER_HOURS} hours.` : undefined;
      if (reminded > 0) toast.success(`${counted(reminded, 'reminder')} sent`, why);
      else toast.info('No reminder sent', why);
    },
  });
