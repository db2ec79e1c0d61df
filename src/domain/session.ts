import * as v from 'valibot';
import { storedEmailAddress, strictInput, withoutNul } from './field-schemas.ts';
import { NameSchema, NewPasswordSchema } from './user.ts';

/** Older accounts hashed it as typed. */
export const existingPassword = v.pipe(
  v.string('Enter your password.'),
  v.nonEmpty('Enter your password.'),
  v.maxLength(128, 'That password is too long.'),
  withoutNul('That password contains characters that can’t be used.'),
);

/** It has no client rules (specification section 5); limits keep hostile input out of hashing. */
export const LoginSchema = strictInput({
  email: v.pipe(
    v.string('Enter your email.'),
    v.trim(),
    v.nonEmpty('Enter your email.'),
    v.maxLength(254, 'That email is too long.'),
    withoutNul('That email contains characters that can’t be used.'),
  ),
  password: existingPassword,
});
export type Login = v.InferOutput<typeof LoginSchema>;

/** `deviceTicket`: once per device (decision 0022). */
export const SessionTokenSchema = v.object({ token: v.string(), deviceTicket: v.optional(v.string()) });

/** auth.resetPassword (decision 0022). */
export const PasswordSetSchema = v.object({ ok: v.literal(true), deviceTicket: v.optional(v.string()) });

/** auth.logoutByHash: signed-out devices need not keep tokens. */
export const LogoutByHashSchema = strictInput({
  tokenHash: v.pipe(v.string('This token is not valid.'), v.regex(/^[0-9a-f]{64}$/, 'This token is not valid.')),
});

const oneTimeToken = v.pipe(
  v.string('This link is not complete.'),
  v.nonEmpty('This link is not complete.'),
  v.maxLength(128, 'This link is not complete.'),
  withoutNul('This link is not complete.'),
);

/** A signed-out person adds the password (decision 0023). */
export const VerifySchema = strictInput({ token: oneTimeToken, password: v.optional(existingPassword) });
export type Verify = v.InferOutput<typeof VerifySchema>;

/** auth.verify. No `email` if already verified. */
export const VerifiedSchema = v.object({ ok: v.literal(true), email: v.optional(v.string()) });

export const VerificationRequestedSchema = v.object({ sent: v.boolean() });

export const LinkSchema = strictInput({ token: oneTimeToken });
export const ForgotPasswordSchema = strictInput({ email: storedEmailAddress('Email') });
export const ResetPasswordSchema = strictInput({
  token: oneTimeToken,
  password: NewPasswordSchema,
  /** Only for an account that has none. */
  name: v.optional(NameSchema),
});
export type ResetPassword = v.InferOutput<typeof ResetPasswordSchema>;

/** auth.checkResetLink. `asksName`: the account has none. */
export const LinkCheckedSchema = v.object({ ok: v.literal(true), asksName: v.optional(v.boolean()) });

export const NewPasswordFormSchema = v.omit(ResetPasswordSchema, ['token']);

export const SessionSchema = v.object({
  id: v.string(),
  device: v.string(),
  /** Where it began; empty if unknown. */
  network: v.string(),
  createdAt: v.string(),
  lastSeenAt: v.string(),
  current: v.boolean(),
});
export type Session = v.InferOutput<typeof SessionSchema>;

/** In milliseconds (product decision 4). */
export const SESSION_IDLE = 7 * 24 * 60 * 60 * 1000;
/** Nobody proves who they are again within this time. */
export const PROOF_LIFE = 15 * 60 * 1000;
/** The second factor has to follow the password within this time. */
export const SECOND_STEP_LIFE = 10 * 60 * 1000;
export const SESSION_ABSOLUTE = 30 * 24 * 60 * 60 * 1000;
export const VERIFY_TOKEN_LIFE = 24 * 60 * 60 * 1000;
export const RESET_TOKEN_LIFE = 10 * 60 * 1000;
export const INVITATION_LIFE = 30 * 60 * 1000;
export const COLLEAGUE_INVITATION_LIFE = 24 * 60 * 60 * 1000;
