import { useQueryClient } from '@tanstack/react-query';
import { refetchTopics } from '../../api/live/live-topics.ts';
import { useSend } from '../../api/use-send.ts';
import { recordsCheckQuery } from './queries.ts';

export function useEndFailedJobs() {
  const client = useQueryClient();
  return useSend('recordsAdmin.settleFailedJobs', {
    failed: 'The list of failed jobs was not changed',
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: recordsCheckQuery.queryKey }),
        refetchTopics(client, new Set(['managed'])),
      ]),
  });
}
