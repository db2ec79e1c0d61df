import { sendOnce } from '../../../api/calls/idempotency.ts';
import { trpc } from '../../../api/calls/trpc.ts';
import { useChange } from '../../../api/use-change.ts';
import type { PlanRuns } from '../../../domain/routing/plan.ts';
import { useRunMutation } from '../order/use-run-mutation.ts';

export const usePlanRuns = () =>
  useChange({ mutationFn: (input: PlanRuns) => trpc.runAdmin.plan.mutate(input), meta: { skipsRefetch: true } });

export const useCreateRuns = () => useRunMutation(sendOnce('runAdmin.createMany'), { failed: 'No run was created' });

export const useCancelRuns = () => useRunMutation(sendOnce('runAdmin.cancelMany'), { failed: 'Nothing was undone' });
