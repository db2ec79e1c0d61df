import { useMutation } from '@tanstack/react-query';
import { sendOnce } from '../../api/calls/idempotency.ts';
import { useChange } from '../../api/use-change.ts';

export const useCreateKey = () => useMutation({ mutationFn: sendOnce('apiKey.create') });

export const useRevokeKey = () =>
  useChange({ mutationFn: sendOnce('apiKey.revoke'), failed: 'The key was not revoked' });

export const useCreateWebhook = () => useMutation({ mutationFn: sendOnce('webhook.create') });

export const useChangeWebhook = () =>
  useChange({ mutationFn: sendOnce('webhook.change'), failed: 'The webhook was not changed' });

export const useRemoveWebhook = () =>
  useChange({ mutationFn: sendOnce('webhook.remove'), failed: 'The webhook was not deleted' });

export const useTestWebhook = () =>
  useChange({ mutationFn: sendOnce('webhook.test'), failed: 'The test was not sent' });

export const useReplayWebhook = () => useMutation({ mutationFn: sendOnce('webhook.replay') });

export const useResendMessage = () =>
  useChange({ mutationFn: sendOnce('webhook.resend'), failed: 'The message was not sent again' });

export const useRotateSecret = () =>
  useChange({ mutationFn: sendOnce('webhook.rotateSecret'), failed: 'The secret was not replaced' });
