import { userCalls } from '../../src/domain/calls/people.ts';
import { endUserSession, listUserSessions } from '../auth/list-sessions.ts';
import { deleteOtherSessions } from '../auth/store/sessions.ts';
import { updatePassword } from '../auth/update-password.ts';
import { changeOwn, readOwn } from '../gate/endings.ts';
import { router, verifiedMutation, verifiedProcedure } from '../gate/trpc.ts';
import { getPreferences, updatePreferences } from '../messages/former-preferences.ts';
import { updateProfile } from './update-profile.ts';

export const userRouter = router({
  updateProfile: verifiedMutation(userCalls.updateProfile).mutation(changeOwn(updateProfile)),

  updatePassword: verifiedProcedure(userCalls.updatePassword)
    .meta({ limits: ['password'], lane: 'passwords', proof: 'recent-or-password' })
    .mutation(({ ctx, input }) => updatePassword(ctx.services, ctx.signedIn.user, input, ctx)),

  getNotifications: verifiedProcedure(userCalls.getNotifications).query(readOwn(getPreferences)),

  updateNotifications: verifiedMutation(userCalls.updateNotifications).mutation(changeOwn(updatePreferences)),

  getSessions: verifiedProcedure(userCalls.getSessions).query(({ ctx }) =>
    listUserSessions(ctx.services.db, ctx.signedIn),
  ),

  endSession: verifiedProcedure(userCalls.endSession).mutation(({ ctx, input }) =>
    endUserSession(ctx.services.db, ctx.signedIn, input.id),
  ),

  endOtherSessions: verifiedProcedure(userCalls.endOtherSessions).mutation(async ({ ctx }) => ({
    ended: await deleteOtherSessions(ctx.services.db, ctx.signedIn.user.id, ctx.signedIn.sessionId),
  })),
});
