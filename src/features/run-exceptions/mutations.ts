import { useQueryClient } from '@tanstack/react-query';
import { refetchTopics } from '../../api/live/live-topics.ts';
import { useSend } from '../../api/use-send.ts';

export function useResolveException() {
  const client = useQueryClient();
  return useSend('runAdmin.resolve', {
    done: 'Exception resolved',
    onError: () => refetchTopics(client, new Set(['runs'])),
  });
}
