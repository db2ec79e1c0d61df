import { useMutation, useQueryClient } from '@tanstack/react-query';
import { readDeviceTicket } from '../../api/calls/device-ticket.ts';
import { trpc } from '../../api/calls/trpc.ts';
import { ENDS_SESSION } from '../../api/check-session.ts';
import { useChange } from '../../api/use-change.ts';
import type { UpdatePassword } from '../../domain/user.ts';
import { purgeDevice } from '../../offline/purge.ts';

export function useUpdatePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: ENDS_SESSION,
    mutationFn: (input: UpdatePassword) =>
      trpc.user.updatePassword.mutate(input, { context: { deviceTicket: readDeviceTicket() } }),
    meta: { skipsRefetch: true },
    onSuccess: () => purgeDevice(client),
  });
}

export function useEndSession() {
  return useChange({
    mutationFn: (input: { id: string }) => trpc.user.endSession.mutate(input),
    failed: 'The session was not ended',
  });
}

export function useEndOtherSessions() {
  return useChange({
    mutationFn: () => trpc.user.endOtherSessions.mutate(),
    failed: 'The sessions were not ended',
    done: 'All other devices are logged out',
  });
}
