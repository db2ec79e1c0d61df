import { useQueryClient } from '@tanstack/react-query';
import { withIdempotencyKey } from '../../api/calls/idempotency.ts';
import { trpc } from '../../api/calls/trpc.ts';
import { refetchTopics } from '../../api/live/live-topics.ts';
import { type ChangeOptions, useChange } from '../../api/use-change.ts';
import { counted } from '../../domain/figures.ts';
import type { AddToRun, ChangeRun, CreateRun, MoveTasks, ReorderRun, RunVersion } from '../../domain/runs/manage.ts';
import { toast } from '../../ui/toast/toast.ts';

type Send<Input> = (input: Input, context: { idempotencyKey: string }) => Promise<RunVersion>;

/** Refetches runs after an error: someone else may have been faster. */
function useRunMutation<Input>(procedure: string, send: Send<Input>, result?: ChangeOptions<RunVersion, Input>) {
  const client = useQueryClient();
  return useChange({
    ...result,
    mutationFn: withIdempotencyKey(`runAdmin.${procedure}`, send),
    onError: () => refetchTopics(client, new Set(['runs'])),
  });
}

export const useCreateRun = () =>
  useRunMutation('create', (input: CreateRun, context) => trpc.runAdmin.create.mutate(input, { context }), {
    onSuccess: () => toast.success('Run created'),
  });

export const useAddToRun = () =>
  useRunMutation(
    'add',
    ({ name: _, ...input }: AddToRun & { name: string }, context) => trpc.runAdmin.add.mutate(input, { context }),
    {
      failed: 'The shipments were not added',
      onSuccess: (_answer, { shipmentIds, name }) =>
        toast.success(`${counted(shipmentIds.length, 'shipment')} added to ${name}`),
    },
  );

export const useReorderRun = () =>
  useRunMutation('reorder', (input: ReorderRun, context) => trpc.runAdmin.reorder.mutate(input, { context }), {
    failed: 'The order was not saved',
    onSuccess: () => toast.success('Order saved'),
  });

export const useMoveTasks = () =>
  useRunMutation('move', (input: MoveTasks, context) => trpc.runAdmin.move.mutate(input, { context }));

interface RunChangeText {
  done: string;
  failed: string;
}

export const useChangeRun = (act: 'release' | 'close' | 'cancel', { done, failed }: RunChangeText) =>
  useRunMutation(act, (input: ChangeRun, context) => trpc.runAdmin[act].mutate(input, { context }), {
    failed,
    onSuccess: () => toast.success(done),
  });
