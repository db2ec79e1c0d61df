import { DoneSchema, done } from '../../src/domain/field-schemas.ts';
import { LoginSchema, ResetPasswordSchema, SessionTokenSchema } from '../../src/domain/session.ts';
import { UserSchema } from '../../src/domain/user.ts';
import { resetPassword } from '../operations/reset-password.ts';
import { signIn } from '../operations/sign-in.ts';
import { deleteSession } from '../stores/sessions.ts';
import { publicProcedure, router, signedInProcedure } from '../trpc.ts';

export const authRouter = router({
  login: publicProcedure
    .meta({ limits: ['loginAddress', 'loginAccount'] })
    .input(LoginSchema)
    .output(SessionTokenSchema)
    .mutation(async ({ ctx, input }) => {
      const session = await signIn(ctx.services.db, input, ctx.device);
      await ctx.services.limits.forgive('loginAccount', { address: ctx.address, account: input.email.toLowerCase() });
      return session;
    }),

  logout: signedInProcedure.output(DoneSchema).mutation(async ({ ctx }) => {
    await deleteSession(ctx.services.db, ctx.signedIn.sessionId);
    return done;
  }),

  profile: signedInProcedure.output(UserSchema).query(({ ctx }) => ctx.signedIn.user),

  resetPassword: publicProcedure
    .meta({ limits: ['token'] })
    .input(ResetPasswordSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await resetPassword(ctx.services.db, input);
      return done;
    }),
});
