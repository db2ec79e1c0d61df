import { useSend } from '../../api/use-send.ts';
import { toast } from '../../ui/toast/toast.ts';

/** Nothing may refetch the user while this runs. */
export const DELETE_USER = ['delete-user'];

export const useVerifyUser = () =>
  useSend('userAdmin.verifyUser', { done: 'User verified', failed: 'The user was not verified' });

export const useEndSessions = () =>
  useSend('userAdmin.endSessions', { done: 'All sessions ended', failed: 'The sessions were not ended' });

export const useEndPrograms = () =>
  useSend('userAdmin.endPrograms', {
    done: 'Keys revoked and webhooks deleted',
    failed: 'The keys and webhooks were not ended',
  });

export const useInviteUser = () =>
  useSend('userAdmin.inviteUser', { done: 'Invitation sent', failed: 'The invitation was not sent' });

export const useDeactivateUser = () =>
  useSend('userAdmin.deactivateUser', { done: 'Account deactivated', failed: 'The account was not deactivated' });

export const useReactivateUser = () =>
  useSend('userAdmin.reactivateUser', { done: 'Account reactivated', failed: 'The account is still deactivated' });

export const useSetRoles = () => useSend('userAdmin.setRoles', { done: 'Roles saved' });

export const useSetCourierLimits = () => useSend('userAdmin.setCourierLimits', { done: 'Usual day saved' });

export const useResetFactors = () =>
  useSend('userAdmin.resetFactors', {
    done: 'Passkeys and codes will be removed in 24 hours',
    failed: 'Nothing will be removed',
  });

export const useCancelFactorReset = () =>
  useSend('userAdmin.cancelFactorReset', {
    done: 'Passkeys and codes stay',
    failed: 'The passkeys and codes will still be removed',
  });

export function useDeleteUser(onDeleted: () => unknown) {
  return useSend('userAdmin.deleteUser', {
    failed: 'The user was not deleted',
    mutationKey: DELETE_USER,
    onSuccess() {
      toast.success('User deleted');
      return onDeleted();
    },
  });
}
