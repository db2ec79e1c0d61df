import { DoneSchema, done } from '../../../src/domain/field-schemas.ts';
import { EmailConfirmedSchema, NotMeLinkSchema, SecuredSchema } from '../../../src/domain/own-account.ts';
import {
  ForgotPasswordSchema,
  LinkSchema,
  LoginSchema,
  LogoutByHashSchema,
  PasswordSetSchema,
  ResetPasswordSchema,
  SessionTokenSchema,
  VerificationRequestedSchema,
  VerifiedSchema,
  VerifySchema,
} from '../../../src/domain/session.ts';
import { RegisterSchema, UserSchema } from '../../../src/domain/user.ts';
import { registerUser } from '../../operations/auth/register-user.ts';
import { requestPasswordReset, requestVerification } from '../../operations/auth/request-email.ts';
import { checkResetLink, resetPassword } from '../../operations/auth/reset-password.ts';
import { signIn } from '../../operations/auth/sign-in.ts';
import { verifyWithToken } from '../../operations/auth/verify-user.ts';
import { confirmEmail } from '../../operations/own-account/confirm-email-change.ts';
import { checkNotMeLink, secureAccount } from '../../operations/own-account/secure-account.ts';
import { deleteSession, deleteSessionOfHash } from '../../stores/auth/sessions.ts';
import { publicProcedure, router, signedInProcedure } from '../gate/trpc.ts';

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
    .meta({
      limits: ['loginAccountFromNetwork', 'loginAddress', 'loginAccount'],
      limitsOnKnownDevice: ['loginKnownDevice'],
      lane: 'passwords',
    })
    .input(LoginSchema)
    .output(SessionTokenSchema)
    .mutation(({ ctx, input }) => signIn(ctx.services, input, ctx)),

  logout: signedInProcedure.output(DoneSchema).mutation(async ({ ctx }) => {
    await deleteSession(ctx.services.db, ctx.signedIn.sessionId);
    return done;
  }),

  logoutByHash: publicProcedure
    .input(LogoutByHashSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await deleteSessionOfHash(ctx.services.db, Buffer.from(input.tokenHash, 'hex'));
      return done;
    }),

  profile: signedInProcedure.output(UserSchema).query(({ ctx }) => ctx.signedIn.user),

  requestVerification: signedInProcedure
    .meta({ limits: ['mailToSelf'] })
    .output(VerificationRequestedSchema)
    .mutation(({ ctx }) => requestVerification(ctx.services, ctx.signedIn.user, ctx.requestId)),

  verify: publicProcedure
    .meta({ limits: ['linkPassword'], lane: 'passwords' })
    .input(VerifySchema)
    .output(VerifiedSchema)
    .mutation(async ({ ctx, input }) => {
      const signedInAs = ctx.signedIn?.user.id ?? null;
      const { email } = await verifyWithToken(ctx.services, { ...input, signedInAs }, ctx.requestId);
      return { ...done, email };
    }),

  forgotPassword: publicProcedure
    .meta({ limits: ['mailFromAddress'] })
    .input(ForgotPasswordSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await requestPasswordReset(ctx.services, input.email, ctx.requestId);
      return done;
    }),

  checkResetLink: publicProcedure
    .input(LinkSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await checkResetLink(ctx.services.db, input.token);
      return done;
    }),

  resetPassword: publicProcedure
    .meta({ lane: 'passwords' })
    .input(ResetPasswordSchema)
    .output(PasswordSetSchema)
    .mutation(async ({ ctx, input }) => ({ ...done, ...(await resetPassword(ctx.services, input, ctx)) })),

  confirmEmail: publicProcedure
    .meta({ limits: ['linkPassword'], lane: 'passwords' })
    .input(VerifySchema)
    .output(EmailConfirmedSchema)
    .mutation(async ({ ctx, input }) => {
      const signedInAs = ctx.signedIn?.user.id ?? null;
      return { ...done, ...(await confirmEmail(ctx.services, { ...input, signedInAs }, ctx.requestId)) };
    }),

  checkNotMeLink: publicProcedure
    .input(LinkSchema)
    .output(NotMeLinkSchema)
    .mutation(({ ctx, input }) => checkNotMeLink(ctx.services.db, input.token)),

  secureAccount: publicProcedure
    .input(LinkSchema)
    .output(SecuredSchema)
    .mutation(({ ctx, input }) => secureAccount(ctx.services, input.token, ctx.requestId)),
});
