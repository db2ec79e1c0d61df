import { useMutation } from '@tanstack/react-query';
import { onceForInput } from '../../api/calls/idempotency.ts';
import { trpc } from '../../api/calls/trpc.ts';
import { toast } from '../../ui/toast/toast.ts';

/** Identifies the delete mutation, so that nobody refetches the user while it runs. */
export const DELETE_USER = ['delete-user'];

interface ById {
  id: string;
}

export function useVerifyUser() {
  return useMutation({
    mutationFn: onceForInput('userAdmin.verifyUser', (input: ById, context) =>
      trpc.userAdmin.verifyUser.mutate(input, { context }),
    ),
  });
}

export function useEndSessions() {
  return useMutation({
    mutationFn: onceForInput('userAdmin.endSessions', (input: ById, context) =>
      trpc.userAdmin.endSessions.mutate(input, { context }),
    ),
  });
}

/** Gives or takes the courier role. */
export function useSetCourier(courier: boolean) {
  return useMutation({
    mutationFn: onceForInput(`userAdmin.setCourier ${courier}`, ({ id }: ById, context) =>
      trpc.userAdmin.setCourier.mutate({ id, courier }, { context }),
    ),
  });
}

/** Deletes a user; `onDeleted` leaves their page before anything is refetched. */
export function useDeleteUser(onDeleted: () => unknown) {
  return useMutation({
    mutationKey: DELETE_USER,
    mutationFn: onceForInput('userAdmin.deleteUser', (input: ById, context) =>
      trpc.userAdmin.deleteUser.mutate(input, { context }),
    ),
    onSuccess() {
      toast.success('User deleted');
      return onDeleted();
    },
  });
}
