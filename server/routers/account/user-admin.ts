import { ByIdSchema, DoneSchema, done } from '../../../src/domain/field-schemas.ts';
import { ManagedUsersSchema, paged } from '../../../src/domain/paged.ts';
import { ManagedUserSchema, SetCourierSchema, UserSummarySchema } from '../../../src/domain/user.ts';
import { verifyUser } from '../../operations/auth/verify-user.ts';
import { deleteUser, endSessions } from '../../operations/users/delete-user.ts';
import { getManagedUser, listManagedUsers } from '../../operations/users/list-users.ts';
import { setCourier } from '../../operations/users/set-courier.ts';
import { managerMutation, managerProcedure, router } from '../gate/trpc.ts';

export const userAdminRouter = router({
  getUsers: managerProcedure
    .input(ManagedUsersSchema)
    .output(paged(UserSummarySchema))
    .query(({ ctx, input }) => listManagedUsers(ctx.services.db, input.page)),

  getUser: managerProcedure
    .input(ByIdSchema)
    .output(ManagedUserSchema)
    .query(({ ctx, input }) => getManagedUser(ctx.services.db, input)),

  verifyUser: managerMutation
    .meta({ proof: 'recent' })
    .input(ByIdSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await verifyUser(ctx.unit, input);
      return done;
    }),

  deleteUser: managerMutation
    .input(ByIdSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await deleteUser(ctx.unit, input);
      return done;
    }),

  setCourier: managerMutation
    .meta({ proof: 'recent' })
    .input(SetCourierSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await setCourier(ctx.unit, input);
      return done;
    }),

  endSessions: managerMutation
    .input(ByIdSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await endSessions(ctx.unit, input);
      return done;
    }),
});
