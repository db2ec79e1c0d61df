import { SetCourierLimitsSchema } from '../../src/domain/courier-limits.ts';
import { ByIdSchema } from '../../src/domain/field-schemas.ts';
import { ManagedUsersSchema, paged } from '../../src/domain/paged.ts';
import {
  InvitedSchema,
  InviteUserSchema,
  ManagedUserSchema,
  SetRolesSchema,
  UserSummarySchema,
} from '../../src/domain/user.ts';
import { ProgramsOfUserSchema } from '../../src/domain/webhook.ts';
import { verifyUser } from '../auth/verify-user.ts';
import { cancelFactorReset, requestFactorReset } from '../factors/reset-factors.ts';
import { change, doneOutput, read } from '../gate/endings.ts';
import { provedMutation, roleMutation, roleProcedure, router } from '../gate/trpc.ts';
import { deactivateUser, reactivateUser } from './deactivate-user.ts';
import { deleteUser, endSessions } from './delete-user.ts';
import { endPrograms, listPrograms } from './end-programs.ts';
import { inviteUser } from './invite-user.ts';
import { getManagedUser, listManagedUsers } from './list-users.ts';
import { setCourierLimits } from './set-courier-limits.ts';
import { setRoles } from './set-roles.ts';

export const userAdminRouter = router({
  getUsers: roleProcedure
    .input(ManagedUsersSchema)
    .output(paged(UserSummarySchema))
    .query(({ ctx, input }) => listManagedUsers(ctx.services.db, input.page)),

  getUser: roleProcedure.input(ByIdSchema).output(ManagedUserSchema).query(read(getManagedUser)),

  verifyUser: provedMutation.input(ByIdSchema).output(doneOutput).mutation(change(verifyUser)),

  deleteUser: provedMutation.input(ByIdSchema).output(doneOutput).mutation(change(deleteUser)),

  setRoles: provedMutation.input(SetRolesSchema).output(doneOutput).mutation(change(setRoles)),

  setCourierLimits: roleMutation.input(SetCourierLimitsSchema).output(doneOutput).mutation(change(setCourierLimits)),

  inviteUser: provedMutation.input(InviteUserSchema).output(InvitedSchema).mutation(change(inviteUser)),

  deactivateUser: provedMutation.input(ByIdSchema).output(doneOutput).mutation(change(deactivateUser)),

  reactivateUser: provedMutation.input(ByIdSchema).output(doneOutput).mutation(change(reactivateUser)),

  endSessions: roleMutation.input(ByIdSchema).output(doneOutput).mutation(change(endSessions)),

  getPrograms: roleProcedure
    .input(ByIdSchema)
    .output(ProgramsOfUserSchema)
    .query(({ ctx, input }) => listPrograms(ctx.services, input.id)),

  endPrograms: roleMutation.input(ByIdSchema).output(doneOutput).mutation(change(endPrograms)),

  resetFactors: provedMutation
    .input(ByIdSchema)
    .output(doneOutput)
    .mutation(({ ctx, input }) => requestFactorReset(ctx.unit, ctx.signedIn.user, input)),

  cancelFactorReset: roleMutation.input(ByIdSchema).output(doneOutput).mutation(change(cancelFactorReset)),
});
