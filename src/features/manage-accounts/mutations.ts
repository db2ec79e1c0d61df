import { useMutation } from '@tanstack/react-query';
import { serverErrorOf } from '../../api/calls/call-error.ts';
import { sendOnce } from '../../api/calls/idempotency.ts';
import { useChange } from '../../api/use-change.ts';
import type { SetBillPaid } from '../../domain/bill.ts';
import { counted } from '../../domain/figures.ts';
import { REMINDER_HOURS } from '../../domain/owing.ts';
import type { Decide, SeenTransaction } from '../../domain/transaction.ts';
import { toast } from '../../ui/toast/toast.ts';

export function sayDone({ waits }: { waits?: boolean | undefined }, done: string): void {
  if (waits) toast.info('Waits for approval', 'Another manager or accountant has to approve this.');
  else toast.success(done);
}

// Never queued offline.

export const useAddDeposit = () => useMutation({ mutationFn: sendOnce('transactionAdmin.addDeposit') });

export const useChargeFee = () => useMutation({ mutationFn: sendOnce('transactionAdmin.chargeFee') });

export const useUpdateTransaction = () => useMutation({ mutationFn: sendOnce('transactionAdmin.updateTransaction') });

export const useDecide = () =>
  useMutation({
    mutationFn: sendOnce('transactionAdmin.decide'),
    onSuccess: (_, { agrees }: Decide) => toast.success(agrees ? 'Approved' : 'Refused'),
    onError: (error) => toast.error('This was not decided', serverErrorOf(error).firstMessage),
  });

const deleteTransaction = sendOnce('transactionAdmin.deleteTransaction');

export const useDeleteTransaction = (seen: SeenTransaction) =>
  useChange({
    mutationFn: ({ id }: { id: string }) => deleteTransaction({ id, ...seen }),
    failed: 'The transaction was not deleted',
    onSuccess: () => toast.success('Transaction deleted'),
  });

export const useAddBill = () => useMutation({ mutationFn: sendOnce('billAdmin.addBill') });

export const useSetBillPaid = () =>
  useChange({
    mutationFn: sendOnce('billAdmin.setBillPaid'),
    failed: 'The bill was not changed',
    onSuccess: (_, { paid }: SetBillPaid) => toast.success(paid ? 'Marked as paid' : 'Marked as open'),
  });

export const useDeleteBill = () =>
  useChange({
    mutationFn: sendOnce('billAdmin.deleteBill'),
    failed: 'The bill was not deleted',
    onSuccess: () => toast.success('Bill deleted'),
  });

export const useCreateBankAccount = () => useMutation({ mutationFn: sendOnce('transactionAdmin.createBankAccount') });

export const useCreateFallbackBankAccount = () =>
  useMutation({ mutationFn: sendOnce('transactionAdmin.createFallbackBankAccount') });

export const useUpdateBankAccount = () => useMutation({ mutationFn: sendOnce('transactionAdmin.updateBankAccount') });

export const useDeleteBankAccount = () =>
  useChange({
    mutationFn: sendOnce('transactionAdmin.deleteBankAccount'),
    failed: 'The bank account was not deleted',
    onSuccess: () => toast.success('Bank account deleted'),
  });

export const useRemind = () =>
  useChange({
    mutationFn: sendOnce('transactionAdmin.remind'),
    failed: 'Nobody was reminded',
    onSuccess({ reminded }, { ids }) {
      const others = ids.length - reminded;
      const why =
        others > 0 ? `${counted(others, 'other')} had a reminder in the last ${REMINDER_HOURS} hours.` : undefined;
      if (reminded > 0) toast.success(`${counted(reminded, 'reminder')} sent`, why);
      else toast.info('No reminder sent', why);
    },
  });
