import { useMutation } from '@tanstack/react-query';
import { onceForInput } from '../../api/idempotency.ts';
import { trpc } from '../../api/trpc.ts';
import type { Withdraw } from '../../domain/withdrawal.ts';

/** Asks for a payout, once for each submitted form however often it has to be sent. Never queued. */
export function useWithdraw() {
  return useMutation({
    mutationFn: onceForInput('transaction.withdraw', (input: Withdraw, context) =>
      trpc.transaction.withdraw.mutate(input, { context }),
    ),
  });
}
