import { useQueryClient } from '@tanstack/react-query';
import { sendOnce } from '../../api/calls/idempotency.ts';
import { refetchTopics } from '../../api/live/live-topics.ts';
import { useChange } from '../../api/use-change.ts';
import { recordsCheckQuery } from './queries.ts';

export function useSettleFailedJobs() {
  const client = useQueryClient();
  return useChange({
    mutationFn: sendOnce('recordsAdmin.settleFailedJobs'),
    failed: 'The list of failed jobs was not changed',
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: recordsCheckQuery.queryKey }),
        refetchTopics(client, new Set(['managed'])),
      ]),
  });
}
