import { useSend } from '../../api/use-send.ts';

export const useCreateKey = () => useSend('apiKey.create');

export const useRevokeKey = () => useSend('apiKey.revoke', { failed: 'The key was not revoked' });

export const useCreateWebhook = () => useSend('webhook.create');

export const useChangeWebhook = () => useSend('webhook.change', { failed: 'The webhook was not changed' });

export const useRemoveWebhook = () => useSend('webhook.remove', { failed: 'The webhook was not deleted' });

export const useTestWebhook = () => useSend('webhook.test', { failed: 'The test was not sent' });

export const useReplayWebhook = () => useSend('webhook.replay');

export const useResendMessage = () => useSend('webhook.resend', { failed: 'The message was not sent again' });

export const useRotateSecret = () => useSend('webhook.rotateSecret', { failed: 'The secret was not replaced' });
