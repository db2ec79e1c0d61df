import { useQueryClient } from '@tanstack/react-query';
import { sendOnce } from '../../api/calls/idempotency.ts';
import { refetchTopics } from '../../api/live/live-topics.ts';
import { useSend } from '../../api/use-send.ts';
import { counted } from '../../domain/figures.ts';
import type { AddToRun, RunVersion } from '../../domain/runs/manage.ts';
import { toast } from '../../ui/toast/toast.ts';
import { useRunMutation } from './order/use-run-mutation.ts';

export const useCreateRun = () => useRunMutation(sendOnce('runAdmin.create'), { done: 'Run created' });

const addToRun = sendOnce('runAdmin.add');

export const useAddToRun = () =>
  useRunMutation(({ name: _, ...input }: AddToRun & { name: string }) => addToRun(input), {
    failed: 'The shipments were not added',
    done: ({ shipmentIds, name }) => `${counted(shipmentIds.length, 'shipment')} added to ${name}`,
  });

export const useMoveTasks = () => useRunMutation(sendOnce('runAdmin.move'));

export function useForgetPlace() {
  const client = useQueryClient();
  return useSend('runAdmin.forgetPlace', {
    done: 'Place erased',
    failed: 'The place was not erased',
    onSettled: () => refetchTopics(client, new Set(['runs'])),
  });
}

export const useReleaseCode = () =>
  useRunMutation(sendOnce('runAdmin.releaseCode'), { done: 'The courier needs no code' });

const releaseRuns = sendOnce('runAdmin.releaseMany');

export const useReleaseRuns = () =>
  useRunMutation(({ runs }: { runs: RunVersion[]; left: string }) => releaseRuns({ runs }), {
    failed: 'No run was released',
    onSuccess: (released, { left }) => toast.success(`${counted(released.length, 'run')} released`, left),
  });

export const useChangeRun = (act: 'release' | 'close' | 'cancel', said: { done: string; failed: string }) =>
  useRunMutation(sendOnce(`runAdmin.${act}`), said);
