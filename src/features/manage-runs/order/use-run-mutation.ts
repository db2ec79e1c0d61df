import { useQueryClient } from '@tanstack/react-query';
import { sendOnce } from '../../../api/calls/idempotency.ts';
import { refetchTopics } from '../../../api/live/live-topics.ts';
import { type ChangeOptions, useChange } from '../../../api/use-change.ts';
import type { RunVersion } from '../../../domain/runs/manage.ts';

/** Refetches runs after an error: someone else may have been faster. */
export function useRunMutation<Input, Answer = RunVersion>(
  send: (input: Input) => Promise<Answer>,
  result?: ChangeOptions<Answer, Input>,
) {
  const client = useQueryClient();
  return useChange({ ...result, mutationFn: send, onError: () => refetchTopics(client, new Set(['runs'])) });
}

export const useReorderRun = () =>
  useRunMutation(sendOnce('runAdmin.reorder'), { failed: 'The order was not saved', done: 'Order saved' });
