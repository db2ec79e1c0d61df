import { useMutation } from '@tanstack/react-query';
import { sendOnce } from '../../api/calls/idempotency.ts';
import { useChange } from '../../api/use-change.ts';

export const useCreateKey = () => useMutation({ mutationFn: sendOnce('apiKey.create') });

export const useRevokeKey = () =>
  useChange({ mutationFn: sendOnce('apiKey.revoke'), failed: 'The key was not revoked' });
