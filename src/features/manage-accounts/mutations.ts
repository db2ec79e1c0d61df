import { useMutation } from '@tanstack/react-query';
import { withIdempotencyKey } from '../../api/calls/idempotency.ts';
import { trpc } from '../../api/calls/trpc.ts';
import { useChange } from '../../api/use-change.ts';
import type { CreateBankAccount, SaveBankAccount, UpdateBankAccount } from '../../domain/bank-account.ts';
import type { AddBill } from '../../domain/bill.ts';
import type {
  AddTransaction,
  DeleteTransaction,
  SeenTransaction,
  UpdateTransaction,
} from '../../domain/transaction.ts';
import { toast } from '../../ui/toast/toast.ts';

// Each takes effect once per submitted form, however often it is retried, and is never queued offline.

interface ById {
  id: string;
}

export function useAddDeposit() {
  return useMutation({
    mutationFn: withIdempotencyKey('transactionAdmin.addDeposit', (input: AddTransaction, context) =>
      trpc.transactionAdmin.addDeposit.mutate(input, { context }),
    ),
  });
}

export function useChargeFee() {
  return useMutation({
    mutationFn: withIdempotencyKey('transactionAdmin.chargeFee', (input: AddTransaction, context) =>
      trpc.transactionAdmin.chargeFee.mutate(input, { context }),
    ),
  });
}

export function useUpdateTransaction() {
  return useMutation({
    mutationFn: withIdempotencyKey('transactionAdmin.updateTransaction', (input: UpdateTransaction, context) =>
      trpc.transactionAdmin.updateTransaction.mutate(input, { context }),
    ),
  });
}

const deleteTransaction = withIdempotencyKey(
  'transactionAdmin.deleteTransaction',
  (input: DeleteTransaction, context) => trpc.transactionAdmin.deleteTransaction.mutate(input, { context }),
);

export function useDeleteTransaction(seen: SeenTransaction) {
  return useChange({
    mutationFn: ({ id }: ById) => deleteTransaction({ id, ...seen }),
    failed: 'The transaction was not deleted',
    onSuccess: () => toast.success('Transaction deleted'),
  });
}

export function useAddBill() {
  return useMutation({
    mutationFn: withIdempotencyKey('billAdmin.addBill', (input: AddBill, context) =>
      trpc.billAdmin.addBill.mutate(input, { context }),
    ),
  });
}

export function useDeleteBill() {
  return useChange({
    mutationFn: withIdempotencyKey('billAdmin.deleteBill', (input: ById, context) =>
      trpc.billAdmin.deleteBill.mutate(input, { context }),
    ),
    failed: 'The bill was not deleted',
    onSuccess: () => toast.success('Bill deleted'),
  });
}

export function useCreateBankAccount() {
  return useMutation({
    mutationFn: withIdempotencyKey('transactionAdmin.createBankAccount', (input: CreateBankAccount, context) =>
      trpc.transactionAdmin.createBankAccount.mutate(input, { context }),
    ),
  });
}

export function useCreateFallbackBankAccount() {
  return useMutation({
    mutationFn: withIdempotencyKey('transactionAdmin.createFallbackBankAccount', (input: SaveBankAccount, context) =>
      trpc.transactionAdmin.createFallbackBankAccount.mutate(input, { context }),
    ),
  });
}

export function useUpdateBankAccount() {
  return useMutation({
    mutationFn: withIdempotencyKey('transactionAdmin.updateBankAccount', (input: UpdateBankAccount, context) =>
      trpc.transactionAdmin.updateBankAccount.mutate(input, { context }),
    ),
  });
}

export function useDeleteBankAccount() {
  return useChange({
    mutationFn: withIdempotencyKey('transactionAdmin.deleteBankAccount', (input: ById, context) =>
      trpc.transactionAdmin.deleteBankAccount.mutate(input, { context }),
    ),
    failed: 'The bank account was not deleted',
    onSuccess: () => toast.success('Bank account deleted'),
  });
}
