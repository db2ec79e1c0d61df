import {
  FactorCodeSchema,
  LoginWithCodeSchema,
  PasswordProofSchema,
  ProofMethodsSchema,
} from '../../src/domain/factor.ts';
import { done } from '../../src/domain/field-schemas.ts';
import { EmailConfirmedSchema, NotMeLinkSchema, SecuredSchema } from '../../src/domain/own-account.ts';
import { PasskeyRequestSchema, PasskeyResponseSchema } from '../../src/domain/passkey.ts';
import {
  ForgotPasswordSchema,
  LinkCheckedSchema,
  LinkSchema,
  LoginSchema,
  LogoutByHashSchema,
  PasswordSetSchema,
  ResetPasswordSchema,
  SessionTokenSchema,
  VerificationRequestedSchema,
  VerifiedSchema,
  VerifySchema,
} from '../../src/domain/session.ts';
import { ProfileSchema, RegisterSchema } from '../../src/domain/user.ts';
import { lacksSecondFactor } from '../base/secrets/second-factor.ts';
import { proveWithCode, proveWithPasskey, proveWithPassword, startProof } from '../factors/prove.ts';
import { requestPasskey } from '../factors/request-passkey.ts';
import { doneOutput } from '../gate/endings.ts';
import { publicProcedure, router, signedInProcedure } from '../gate/trpc.ts';
import { confirmEmail } from '../own-account/confirm-email-change.ts';
import { checkNotMeLink, secureAccount } from '../own-account/secure-account.ts';
import { registerUser } from './register-user.ts';
import { requestPasswordReset, requestVerification } from './request-email.ts';
import { checkResetLink, resetPassword } from './reset-password.ts';
import { signIn, signInWithCode } from './sign-in.ts';
import { signInWithPasskey } from './sign-in-with-passkey.ts';
import { deleteSession, deleteSessionOfHash } from './store/sessions.ts';
import { verifyWithToken } from './verify-user.ts';

export const authRouter = router({
  register: publicProcedure
    .meta({ limits: ['register'], lane: 'passwords' })
    .input(RegisterSchema)
    .output(doneOutput)
    .mutation(({ ctx, input }) => registerUser(ctx.services, input, ctx.requestId)),

  login: publicProcedure
    .meta({
      limits: ['loginAccountFromNetwork', 'loginAddress', 'loginAccount'],
      limitsOnKnownDevice: ['loginKnownDevice'],
      lane: 'passwords',
    })
    .input(LoginSchema)
    .output(SessionTokenSchema)
    .mutation(({ ctx, input }) => signIn(ctx.services, input, ctx)),

  startPasskey: publicProcedure
    .meta({ limits: ['passkey'] })
    .output(PasskeyRequestSchema)
    .mutation(({ ctx }) => requestPasskey(ctx.services, { purpose: 'sign-in', userId: null })),

  loginWithPasskey: publicProcedure
    .meta({ limits: ['passkeyGuess'] })
    .input(PasskeyResponseSchema)
    .output(SessionTokenSchema)
    .mutation(({ ctx, input }) => signInWithPasskey(ctx.services, input, ctx)),

  loginWithCode: publicProcedure
    .meta({ limits: ['passkeyGuess'] })
    .input(LoginWithCodeSchema)
    .output(SessionTokenSchema)
    .mutation(({ ctx, input }) => signInWithCode(ctx.services, input, ctx)),

  startProof: signedInProcedure
    .output(ProofMethodsSchema)
    .mutation(({ ctx }) => startProof(ctx.services, ctx.signedIn.user)),

  proveWithPasskey: signedInProcedure
    .meta({ limits: ['passkeyGuess'] })
    .input(PasskeyResponseSchema)
    .output(doneOutput)
    .mutation(({ ctx, input }) => proveWithPasskey(ctx.services, ctx.signedIn, input, ctx.requestId)),

  proveWithCode: signedInProcedure
    .input(FactorCodeSchema)
    .output(doneOutput)
    .mutation(({ ctx, input }) => proveWithCode(ctx.services, ctx.signedIn, input.code, ctx)),

  proveWithPassword: signedInProcedure
    .meta({ limits: ['password'], lane: 'passwords' })
    .input(PasswordProofSchema)
    .output(doneOutput)
    .mutation(({ ctx, input }) => proveWithPassword(ctx.services, ctx.signedIn, input.password, ctx.requestId)),

  logout: signedInProcedure
    .output(doneOutput)
    .mutation(({ ctx }) => deleteSession(ctx.services.db, ctx.signedIn.sessionId)),

  logoutByHash: publicProcedure
    .input(LogoutByHashSchema)
    .output(doneOutput)
    .mutation(({ ctx, input }) => deleteSessionOfHash(ctx.services.db, Buffer.from(input.tokenHash, 'hex'))),

  profile: signedInProcedure.output(ProfileSchema).query(({ ctx }) => ({
    ...ctx.signedIn.user,
    ...(!ctx.services.environment.CHOICES.includes('note') && { doorNote: undefined }),
    ...(lacksSecondFactor(ctx.services.environment, ctx.signedIn) && { needsSecondFactor: true }),
  })),

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
    .output(doneOutput)
    .mutation(({ ctx, input }) => requestPasswordReset(ctx.services, input.email, ctx.requestId)),

  checkResetLink: publicProcedure
    .input(LinkSchema)
    .output(LinkCheckedSchema)
    .mutation(async ({ ctx, input }) => ({ ...done, ...(await checkResetLink(ctx.services.db, input.token)) })),

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
    .mutation(({ ctx, input }) => checkNotMeLink(ctx.services, input.token)),

  secureAccount: publicProcedure
    .input(LinkSchema)
    .output(SecuredSchema)
    .mutation(({ ctx, input }) => secureAccount(ctx.services, input.token, ctx.requestId)),
});
