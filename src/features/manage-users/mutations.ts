import { useMutation } from '@tanstack/react-query';
import { sendOnce } from '../../api/calls/idempotency.ts';
import { useChange } from '../../api/use-change.ts';
import { toast } from '../../ui/toast/toast.ts';

/** Nothing may refetch the user while this runs. */
export const DELETE_USER = ['delete-user'];

export function useVerifyUser() {
  return useChange({
    mutationFn: sendOnce('userAdmin.verifyUser'),
    failed: 'The user was not verified',
    onSuccess: () => toast.success('User verified'),
  });
}

export function useEndSessions() {
  return useChange({
    mutationFn: sendOnce('userAdmin.endSessions'),
    failed: 'The sessions were not ended',
    onSuccess: () => toast.success('All sessions ended'),
  });
}

export const useEndPrograms = () =>
  useChange({
    mutationFn: sendOnce('userAdmin.endPrograms'),
    failed: 'The keys and webhooks were not ended',
    onSuccess: () => toast.success('Keys revoked and webhooks deleted'),
  });

export const useInviteUser = () =>
  useChange({
    mutationFn: sendOnce('userAdmin.inviteUser'),
    failed: 'The invitation was not sent',
    onSuccess: () => toast.success('Invitation sent'),
  });

export const useDeactivateUser = () =>
  useChange({
    mutationFn: sendOnce('userAdmin.deactivateUser'),
    failed: 'The account was not deactivated',
    onSuccess: () => toast.success('Account deactivated'),
  });

export const useReactivateUser = () =>
  useChange({
    mutationFn: sendOnce('userAdmin.reactivateUser'),
    failed: 'The account is still deactivated',
    onSuccess: () => toast.success('Account reactivated'),
  });

export const useSetRoles = () =>
  useMutation({ mutationFn: sendOnce('userAdmin.setRoles'), onSuccess: () => toast.success('Roles saved') });

export const useSetCourierLimits = () =>
  useMutation({
    mutationFn: sendOnce('userAdmin.setCourierLimits'),
    onSuccess: () => toast.success('Usual day saved'),
  });

export const useResetFactors = () =>
  useChange({
    mutationFn: sendOnce('userAdmin.resetFactors'),
    failed: 'Nothing will be removed',
    onSuccess: () => toast.success('Passkeys and codes will be removed in 24 hours'),
  });

export const useCancelFactorReset = () =>
  useChange({
    mutationFn: sendOnce('userAdmin.cancelFactorReset'),
    failed: 'The passkeys and codes will still be removed',
    onSuccess: () => toast.success('Passkeys and codes stay'),
  });

export function useDeleteUser(onDeleted: () => unknown) {
  return useChange({
    mutationKey: DELETE_USER,
    mutationFn: sendOnce('userAdmin.deleteUser'),
    failed: 'The user was not deleted',
    onSuccess() {
      toast.success('User deleted');
      return onDeleted();
    },
  });
}
