import { useSend } from '../../api/use-send.ts';
import { WITHDRAWAL_HOURS } from '../../domain/withdrawal.ts';

/** Never queued offline. */
export const useWithdraw = () =>
  useSend('transaction.withdraw', {
    done: ['Withdrawal requested', `We’ll process it within ${WITHDRAWAL_HOURS} hours.`],
  });
