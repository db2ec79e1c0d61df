import { authCalls } from '../../src/domain/calls/people.ts';
import { done } from '../../src/domain/field-schemas.ts';
import { lacksSecondFactor } from '../base/secrets/second-factor.ts';
import { proveWithCode, proveWithPasskey, proveWithPassword, startProof } from '../factors/prove.ts';
import { requestPasskey } from '../factors/request-passkey.ts';
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
  register: publicProcedure(authCalls.register)
    .meta({ limits: ['register'], lane: 'passwords' })
    .mutation(({ ctx, input }) => registerUser(ctx.services, input, ctx.requestId)),

  login: publicProcedure(authCalls.login)
    .meta({
      limits: ['loginAccountFromNetwork', 'loginAddress', 'loginAccount'],
      limitsOnKnownDevice: ['loginKnownDevice'],
      lane: 'passwords',
    })
    .mutation(({ ctx, input }) => signIn(ctx.services, input, ctx)),

  startPasskey: publicProcedure(authCalls.startPasskey)
    .meta({ limits: ['passkey'] })
    .mutation(({ ctx }) => requestPasskey(ctx.services, { purpose: 'sign-in', userId: null })),

  loginWithPasskey: publicProcedure(authCalls.loginWithPasskey)
    .meta({ limits: ['passkeyGuess'] })
    .mutation(({ ctx, input }) => signInWithPasskey(ctx.services, input, ctx)),

  loginWithCode: publicProcedure(authCalls.loginWithCode)
    .meta({ limits: ['passkeyGuess'] })
    .mutation(({ ctx, input }) => signInWithCode(ctx.services, input, ctx)),

  startProof: signedInProcedure(authCalls.startProof).mutation(({ ctx }) =>
    startProof(ctx.services, ctx.signedIn.user),
  ),

  proveWithPasskey: signedInProcedure(authCalls.proveWithPasskey)
    .meta({ limits: ['passkeyGuess'] })
    .mutation(({ ctx, input }) => proveWithPasskey(ctx.services, ctx.signedIn, input, ctx.requestId)),

  proveWithCode: signedInProcedure(authCalls.proveWithCode).mutation(({ ctx, input }) =>
    proveWithCode(ctx.services, ctx.signedIn, input.code, ctx),
  ),

  proveWithPassword: signedInProcedure(authCalls.proveWithPassword)
    .meta({ limits: ['password'], lane: 'passwords' })
    .mutation(({ ctx, input }) => proveWithPassword(ctx.services, ctx.signedIn, input.password, ctx.requestId)),

  logout: signedInProcedure(authCalls.logout).mutation(({ ctx }) =>
    deleteSession(ctx.services.db, ctx.signedIn.sessionId),
  ),

  logoutByHash: publicProcedure(authCalls.logoutByHash).mutation(({ ctx, input }) =>
    deleteSessionOfHash(ctx.services.db, Buffer.from(input.tokenHash, 'hex')),
  ),

  profile: signedInProcedure(authCalls.profile).query(({ ctx }) => ({
    ...ctx.signedIn.user,
    ...(!ctx.services.environment.CHOICES.includes('note') && { doorNote: undefined }),
    ...(lacksSecondFactor(ctx.services.environment, ctx.signedIn) && { needsSecondFactor: true }),
  })),

  requestVerification: signedInProcedure(authCalls.requestVerification)
    .meta({ limits: ['mailToSelf'] })
    .mutation(({ ctx }) => requestVerification(ctx.services, ctx.signedIn.user, ctx.requestId)),

  verify: publicProcedure(authCalls.verify)
    .meta({ limits: ['linkPassword'], lane: 'passwords' })
    .mutation(async ({ ctx, input }) => {
      const signedInAs = ctx.signedIn?.user.id ?? null;
      const { email } = await verifyWithToken(ctx.services, { ...input, signedInAs }, ctx.requestId);
      return { ...done, email };
    }),

  forgotPassword: publicProcedure(authCalls.forgotPassword)
    .meta({ limits: ['mailFromAddress'] })
    .mutation(({ ctx, input }) => requestPasswordReset(ctx.services, input.email, ctx.requestId)),

  checkResetLink: publicProcedure(authCalls.checkResetLink).mutation(async ({ ctx, input }) => ({
    ...done,
    ...(await checkResetLink(ctx.services.db, input.token)),
  })),

  resetPassword: publicProcedure(authCalls.resetPassword)
    .meta({ lane: 'passwords' })
    .mutation(async ({ ctx, input }) => ({ ...done, ...(await resetPassword(ctx.services, input, ctx)) })),

  confirmEmail: publicProcedure(authCalls.confirmEmail)
    .meta({ limits: ['linkPassword'], lane: 'passwords' })
    .mutation(async ({ ctx, input }) => {
      const signedInAs = ctx.signedIn?.user.id ?? null;
      return { ...done, ...(await confirmEmail(ctx.services, { ...input, signedInAs }, ctx.requestId)) };
    }),

  checkNotMeLink: publicProcedure(authCalls.checkNotMeLink).mutation(({ ctx, input }) =>
    checkNotMeLink(ctx.services, input.token),
  ),

  secureAccount: publicProcedure(authCalls.secureAccount).mutation(({ ctx, input }) =>
    secureAccount(ctx.services, input.token, ctx.requestId),
  ),
});
