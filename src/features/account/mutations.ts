import { useMutation } from '@tanstack/react-query';
import { withIdempotencyKey } from '../../api/calls/idempotency.ts';
import { trpc } from '../../api/calls/trpc.ts';
import { WITHDRAWAL_HOURS, type Withdraw } from '../../domain/withdrawal.ts';
import { toast } from '../../ui/toast/toast.ts';

/** Takes effect once however often it is retried; never queued offline. */
export function useWithdraw() {
  return useMutation({
    mutationFn: withIdempotencyKey('transaction.withdraw', (input: Withdraw, context) =>
      trpc.transaction.withdraw.mutate(input, { context }),
    ),
    onSuccess: () => toast.success('Withdrawal requested', `We’ll process it within ${WITHDRAWAL_HOURS} hours.`),
  });
}
