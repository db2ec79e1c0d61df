import { sendOnce } from '../../../api/calls/idempotency.ts';
import type { UpdatedTransaction } from '../../../domain/transaction.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { useRunMutation } from '../order/use-run-mutation.ts';

export const useCountCash = () =>
  useRunMutation(sendOnce('runAdmin.countCash'), {
    onSuccess: ({ waits }: UpdatedTransaction) =>
      toast.success(
        'Cash counted',
        waits ? 'A part of it waits for a manager or accountant to approve it.' : undefined,
      ),
  });
