import { useMutation } from '@tanstack/react-query';
import { sendOnce } from '../../api/calls/idempotency.ts';
import { WITHDRAWAL_HOURS } from '../../domain/withdrawal.ts';
import { toast } from '../../ui/toast/toast.ts';

/** Never queued offline. */
export function useWithdraw() {
  return useMutation({
    mutationFn: sendOnce('transaction.withdraw'),
    onSuccess: () => toast.success('Withdrawal requested', `We’ll process it within ${WITHDRAWAL_HOURS} hours.`),
  });
}
