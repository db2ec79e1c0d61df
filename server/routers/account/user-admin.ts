import { ByIdSchema, DoneSchema, done } from '../../../src/domain/field-schemas.ts';
import { ManagedUsersSchema, paged } from '../../../src/domain/paged.ts';
import { ManagedUserSchema, SetRolesSchema, UserSummarySchema } from '../../../src/domain/user.ts';
import { verifyUser } from '../../operations/auth/verify-user.ts';
import { cancelFactorReset, requestFactorReset } from '../../operations/factors/reset-factors.ts';
import { deleteUser, endSessions } from '../../operations/users/delete-user.ts';
import { getManagedUser, listManagedUsers } from '../../operations/users/list-users.ts';
import { setRoles } from '../../operations/users/set-roles.ts';
import { roleMutation, roleProcedure, router } from '../gate/trpc.ts';

export const userAdminRouter = router({
  getUsers: roleProcedure
    .input(ManagedUsersSchema)
    .output(paged(UserSummarySchema))
    .query(({ ctx, input }) => listManagedUsers(ctx.services.db, input.page)),

  getUser: roleProcedure
    .input(ByIdSchema)
    .output(ManagedUserSchema)
    .query(({ ctx, input }) => getManagedUser(ctx.services.db, input)),

  verifyUser: roleMutation
    .meta({ proof: 'recent' })
    .input(ByIdSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await verifyUser(ctx.unit, input);
      return done;
    }),

  deleteUser: roleMutation
    .meta({ proof: 'recent' })
    .input(ByIdSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await deleteUser(ctx.unit, input);
      return done;
    }),

  setRoles: roleMutation
    .meta({ proof: 'recent' })
    .input(SetRolesSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await setRoles(ctx.unit, input);
      return done;
    }),

  endSessions: roleMutation
    .input(ByIdSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await endSessions(ctx.unit, input);
      return done;
    }),

  resetFactors: roleMutation
    .meta({ proof: 'recent' })
    .input(ByIdSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await requestFactorReset(ctx.unit, ctx.signedIn.user, input);
      return done;
    }),

  cancelFactorReset: roleMutation
    .input(ByIdSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await cancelFactorReset(ctx.unit, input);
      return done;
    }),
});
