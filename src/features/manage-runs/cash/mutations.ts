import { sendOnce } from '../../../api/calls/idempotency.ts';
import { useRunMutation } from '../order/use-run-mutation.ts';

export const useCountCash = () => useRunMutation(sendOnce('runAdmin.countCash'), { done: 'Cash counted' });
