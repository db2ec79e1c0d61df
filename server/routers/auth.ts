import { DoneSchema, done } from '../../src/domain/field-schemas.ts';
import {
  ForgotPasswordSchema,
  LoginSchema,
  ResetPasswordSchema,
  SessionTokenSchema,
  VerifySchema,
} from '../../src/domain/session.ts';
import { RegisterSchema, UserSchema } from '../../src/domain/user.ts';
import { registerUser } from '../operations/register-user.ts';
import { requestPasswordReset, requestVerification } from '../operations/request-mail.ts';
import { resetPassword } from '../operations/reset-password.ts';
import { signIn } from '../operations/sign-in.ts';
import { verifyWithToken } from '../operations/verify-user.ts';
import { deleteSession } from '../stores/sessions.ts';
import { publicProcedure, router, signedInMutation, signedInProcedure } from '../trpc.ts';

export const authRouter = router({
  register: publicProcedure
    .meta({ limits: ['register'], lane: 'passwords' })
    .input(RegisterSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await registerUser(ctx.services, input, ctx.requestId);
      return done;
    }),

  login: publicProcedure
    .meta({ limits: ['loginAddress', 'loginAccount'], lane: 'passwords' })
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

  requestVerification: signedInMutation
    .meta({ limits: ['mailToSelf'] })
    .output(DoneSchema)
    .mutation(async ({ ctx }) => {
      await requestVerification(ctx.unit, ctx.signedIn.user);
      return done;
    }),

  verify: publicProcedure
    .meta({ limits: ['token'] })
    .input(VerifySchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await verifyWithToken(ctx.services, input.token, ctx.requestId);
      return done;
    }),

  forgotPassword: publicProcedure
    .meta({ limits: ['mailFromAddress'] })
    .input(ForgotPasswordSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await requestPasswordReset(ctx.services, { email: input.email, address: ctx.address }, ctx.requestId);
      return done;
    }),

  resetPassword: publicProcedure
    .meta({ limits: ['token'], lane: 'passwords' })
    .input(ResetPasswordSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await resetPassword(ctx.services, input, ctx.requestId);
      return done;
    }),
});
