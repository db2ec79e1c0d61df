import * as v from 'valibot';
import { ByIdSchema } from '../../src/domain/field-schemas.ts';
import { SessionsEndedSchema } from '../../src/domain/own-account.ts';
import { NotificationPreferencesSchema } from '../../src/domain/push.ts';
import { SessionSchema } from '../../src/domain/session.ts';
import { UpdatePasswordSchema, UpdateProfileSchema } from '../../src/domain/user.ts';
import { endUserSession, listUserSessions } from '../auth/list-sessions.ts';
import { deleteOtherSessions } from '../auth/store/sessions.ts';
import { updatePassword } from '../auth/update-password.ts';
import { changeOwn, doneOutput, readOwn } from '../gate/endings.ts';
import { router, verifiedMutation, verifiedProcedure } from '../gate/trpc.ts';
import { getPreferences, updatePreferences } from '../messages/former-preferences.ts';
import { updateProfile } from './update-profile.ts';

export const userRouter = router({
  updateProfile: verifiedMutation.input(UpdateProfileSchema).output(doneOutput).mutation(changeOwn(updateProfile)),

  updatePassword: verifiedProcedure
    .meta({ limits: ['password'], lane: 'passwords', proof: 'recent-or-password' })
    .input(UpdatePasswordSchema)
    .output(doneOutput)
    .mutation(({ ctx, input }) => updatePassword(ctx.services, ctx.signedIn.user, input, ctx)),

  getNotifications: verifiedProcedure.output(NotificationPreferencesSchema).query(readOwn(getPreferences)),

  updateNotifications: verifiedMutation
    .input(NotificationPreferencesSchema)
    .output(doneOutput)
    .mutation(changeOwn(updatePreferences)),

  getSessions: verifiedProcedure
    .output(v.array(SessionSchema))
    .query(({ ctx }) => listUserSessions(ctx.services.db, ctx.signedIn)),

  endSession: verifiedProcedure
    .input(ByIdSchema)
    .output(doneOutput)
    .mutation(({ ctx, input }) => endUserSession(ctx.services.db, ctx.signedIn, input.id)),

  endOtherSessions: verifiedProcedure.output(SessionsEndedSchema).mutation(async ({ ctx }) => ({
    ended: await deleteOtherSessions(ctx.services.db, ctx.signedIn.user.id, ctx.signedIn.sessionId),
  })),
});
