import { withIdempotencyKey } from '../../api/calls/idempotency.ts';
import { trpc } from '../../api/calls/trpc.ts';
import { useChange } from '../../api/use-change.ts';
import { toast } from '../../ui/toast/toast.ts';

/** Nothing may refetch the user while this runs. */
export const DELETE_USER = ['delete-user'];

interface ById {
  id: string;
}

export function useVerifyUser() {
  return useChange({
    mutationFn: withIdempotencyKey('userAdmin.verifyUser', (input: ById, context) =>
      trpc.userAdmin.verifyUser.mutate(input, { context }),
    ),
    failed: 'The user was not verified',
    onSuccess: () => toast.success('User verified'),
  });
}

export function useEndSessions() {
  return useChange({
    mutationFn: withIdempotencyKey('userAdmin.endSessions', (input: ById, context) =>
      trpc.userAdmin.endSessions.mutate(input, { context }),
    ),
    failed: 'The sessions were not ended',
    onSuccess: () => toast.success('All sessions ended'),
  });
}

export function useSetCourier(courier: boolean) {
  return useChange({
    mutationFn: withIdempotencyKey(`userAdmin.setCourier ${courier}`, ({ id }: ById, context) =>
      trpc.userAdmin.setCourier.mutate({ id, courier }, { context }),
    ),
    failed: 'The role was not changed',
    onSuccess: () => toast.success(courier ? 'Now a courier' : 'No longer a courier'),
  });
}

export function useDeleteUser(onDeleted: () => unknown) {
  return useChange({
    mutationKey: DELETE_USER,
    mutationFn: withIdempotencyKey('userAdmin.deleteUser', (input: ById, context) =>
      trpc.userAdmin.deleteUser.mutate(input, { context }),
    ),
    failed: 'The user was not deleted',
    onSuccess() {
      toast.success('User deleted');
      return onDeleted();
    },
  });
}
