import { sendOnce } from '../../../api/calls/idempotency.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { useRunMutation } from '../order/use-run-mutation.ts';

export const useCountCash = () =>
  useRunMutation(sendOnce('runAdmin.countCash'), { onSuccess: () => toast.success('Cash counted') });
