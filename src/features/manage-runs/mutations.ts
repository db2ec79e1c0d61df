import { useMutation, useQueryClient } from '@tanstack/react-query';
import { onceForInput } from '../../api/calls/idempotency.ts';
import { serverErrorOf } from '../../api/calls/server-error.ts';
import { trpc } from '../../api/calls/trpc.ts';
import { refetchTopics } from '../../api/live/live-topics.ts';
import type { AddToRun, ChangeRun, CreateRun, MoveTasks, ReorderRun, RunVersion } from '../../domain/runs/manage.ts';

type Send<Input> = (input: Input, context: { idempotencyKey: string }) => Promise<RunVersion>;

/** A change of runs. After an error they are loaded again: someone else may have been faster. */
function useRunMutation<Input>(procedure: string, send: Send<Input>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: onceForInput(`runAdmin.${procedure}`, send),
    onError: () => refetchTopics(client, new Set(['runs'])),
  });
}

export const useCreateRun = () =>
  useRunMutation('create', (input: CreateRun, context) => trpc.runAdmin.create.mutate(input, { context }));

export const useAddToRun = () =>
  useRunMutation('add', (input: AddToRun, context) => trpc.runAdmin.add.mutate(input, { context }));

export const useReorderRun = () =>
  useRunMutation('reorder', (input: ReorderRun, context) => trpc.runAdmin.reorder.mutate(input, { context }));

export const useMoveTasks = () =>
  useRunMutation('move', (input: MoveTasks, context) => trpc.runAdmin.move.mutate(input, { context }));

export const useChangeRun = (act: 'release' | 'close' | 'cancel') =>
  useRunMutation(act, (input: ChangeRun, context) => trpc.runAdmin[act].mutate(input, { context }));

/** What went wrong, as one sentence: of a field if the server names one. */
export function formatFailure(error: unknown): string {
  const { message, fieldErrors } = serverErrorOf(error);
  return Object.values(fieldErrors).flat()[0] ?? message;
}
