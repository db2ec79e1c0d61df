import { userAdminCalls } from '../../src/domain/calls/people.ts';
import { verifyUser } from '../auth/verify-user.ts';
import { cancelFactorReset, requestFactorReset } from '../factors/reset-factors.ts';
import { change, read } from '../gate/endings.ts';
import { provedMutation, roleMutation, roleProcedure, router } from '../gate/trpc.ts';
import { deactivateUser, reactivateUser } from './deactivate-user.ts';
import { deleteUser, endSessions } from './delete-user.ts';
import { endPrograms, listPrograms } from './end-programs.ts';
import { inviteUser } from './invite-user.ts';
import { getManagedUser, listManagedUsers } from './list-users.ts';
import { setCourierLimits } from './set-courier-limits.ts';
import { setRoles } from './set-roles.ts';

export const userAdminRouter = router({
  getUsers: roleProcedure(userAdminCalls.getUsers).query(({ ctx, input }) =>
    listManagedUsers(ctx.services.db, input.page),
  ),

  getUser: roleProcedure(userAdminCalls.getUser).query(read(getManagedUser)),

  verifyUser: provedMutation(userAdminCalls.verifyUser).mutation(change(verifyUser)),

  deleteUser: provedMutation(userAdminCalls.deleteUser).mutation(change(deleteUser)),

  setRoles: provedMutation(userAdminCalls.setRoles).mutation(change(setRoles)),

  setCourierLimits: roleMutation(userAdminCalls.setCourierLimits).mutation(change(setCourierLimits)),

  inviteUser: provedMutation(userAdminCalls.inviteUser).mutation(change(inviteUser)),

  deactivateUser: provedMutation(userAdminCalls.deactivateUser).mutation(change(deactivateUser)),

  reactivateUser: provedMutation(userAdminCalls.reactivateUser).mutation(change(reactivateUser)),

  endSessions: roleMutation(userAdminCalls.endSessions).mutation(change(endSessions)),

  getPrograms: roleProcedure(userAdminCalls.getPrograms).query(({ ctx, input }) =>
    listPrograms(ctx.services, input.id),
  ),

  endPrograms: roleMutation(userAdminCalls.endPrograms).mutation(change(endPrograms)),

  resetFactors: provedMutation(userAdminCalls.resetFactors).mutation(({ ctx, input }) =>
    requestFactorReset(ctx.unit, ctx.signedIn.user, input),
  ),

  cancelFactorReset: roleMutation(userAdminCalls.cancelFactorReset).mutation(change(cancelFactorReset)),
});
