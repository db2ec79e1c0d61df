import { useQueryClient } from '@tanstack/react-query';
import { sendOnce } from '../../api/calls/idempotency.ts';
import { refetchTopics } from '../../api/live/live-topics.ts';
import { useChange } from '../../api/use-change.ts';
import { counted } from '../../domain/figures.ts';
import type { AddToRun, RunVersion } from '../../domain/runs/manage.ts';
import { toast } from '../../ui/toast/toast.ts';
import { useRunMutation } from './order/use-run-mutation.ts';

export const useCreateRun = () =>
  useRunMutation(sendOnce('runAdmin.create'), { onSuccess: () => toast.success('Run created') });

const addToRun = sendOnce('runAdmin.add');

export const useAddToRun = () =>
  useRunMutation(({ name: _, ...input }: AddToRun & { name: string }) => addToRun(input), {
    failed: 'The shipments were not added',
    onSuccess: (_answer, { shipmentIds, name }) =>
      toast.success(`${counted(shipmentIds.length, 'shipment')} added to ${name}`),
  });

export const useMoveTasks = () => useRunMutation(sendOnce('runAdmin.move'));

export function useForgetPlace() {
  const client = useQueryClient();
  return useChange({
    failed: 'The place was not erased',
    mutationFn: sendOnce('runAdmin.forgetPlace'),
    onSuccess: () => toast.success('Place erased'),
    onSettled: () => refetchTopics(client, new Set(['runs'])),
  });
}

const releaseRuns = sendOnce('runAdmin.releaseMany');

export const useReleaseRuns = () =>
  useRunMutation(({ runs }: { runs: RunVersion[]; left: string }) => releaseRuns({ runs }), {
    failed: 'No run was released',
    onSuccess: (released, { left }) => toast.success(`${counted(released.length, 'run')} released`, left),
  });

interface RunChangeText {
  done: string;
  failed: string;
}

export const useChangeRun = (act: 'release' | 'close' | 'cancel', { done, failed }: RunChangeText) =>
  useRunMutation(sendOnce(`runAdmin.${act}`), { failed, onSuccess: () => toast.success(done) });
