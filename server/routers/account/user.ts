import * as v from 'valibot';
import { ByIdSchema, DoneSchema, done } from '../../../src/domain/field-schemas.ts';
import { SessionsEndedSchema } from '../../../src/domain/own-account.ts';
import { NotificationPreferencesSchema } from '../../../src/domain/push.ts';
import { SessionSchema } from '../../../src/domain/session.ts';
import { UpdatePasswordSchema, UpdateProfileSchema } from '../../../src/domain/user.ts';
import { endUserSession, listUserSessions } from '../../operations/auth/list-sessions.ts';
import { updatePassword } from '../../operations/auth/update-password.ts';
import { getPreferences, updatePreferences } from '../../operations/push/get-notifications.ts';
import { updateProfile } from '../../operations/users/update-profile.ts';
import { deleteOtherSessions } from '../../stores/auth/sessions.ts';
import { router, verifiedMutation, verifiedProcedure } from '../gate/trpc.ts';

export const userRouter = router({
  updateProfile: verifiedMutation
    .input(UpdateProfileSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await updateProfile(ctx.unit, ctx.signedIn.user.id, input);
      return done;
    }),

  updatePassword: verifiedProcedure
    .meta({ limits: ['password'], lane: 'passwords' })
    .input(UpdatePasswordSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await updatePassword(ctx.services, ctx.signedIn.user, input, ctx);
      return done;
    }),

  getNotifications: verifiedProcedure
    .output(NotificationPreferencesSchema)
    .query(({ ctx }) => getPreferences(ctx.services.db, ctx.signedIn.user.id)),

  updateNotifications: verifiedMutation
    .input(NotificationPreferencesSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await updatePreferences(ctx.unit, ctx.signedIn.user.id, input);
      return done;
    }),

  getSessions: verifiedProcedure
    .output(v.array(SessionSchema))
    .query(({ ctx }) => listUserSessions(ctx.services.db, ctx.signedIn)),

  endSession: verifiedProcedure
    .input(ByIdSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await endUserSession(ctx.services.db, ctx.signedIn, input.id);
      return done;
    }),

  endOtherSessions: verifiedProcedure.output(SessionsEndedSchema).mutation(async ({ ctx }) => ({
    ended: await deleteOtherSessions(ctx.services.db, ctx.signedIn.user.id, ctx.signedIn.sessionId),
  })),
});
