import { useSend } from '../../api/use-send.ts';
import { toast } from '../../ui/toast/toast.ts';

/** Nothing may refetch the user while this runs. */
export const DELETE_USER = ['delete-user'];

export const useInviteUser = () =>
  useSend('userAdmin.inviteUser', { done: 'Invitation sent', failed: 'The invitation was not sent' });

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
