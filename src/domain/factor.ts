/** Second factors, and what asks for them again. */
import * as v from 'valibot';
import { requiredText, strictInput } from './field-schemas.ts';
import { PasskeyRequestSchema, PasskeySchema } from './passkey.ts';
import { existingPassword } from './session.ts';
import { CROCKFORD, normalizeTrackingId } from './tracking-id.ts';

/** Milliseconds for which a manager’s reset waits for the owner. */
export const FACTOR_RESET_WAIT = 24 * 60 * 60 * 1000;

export const RECOVERY_CODES = 10;
/** 120 bits. */
export const RECOVERY_CODE_LENGTH = 24;

/** An app’s code and a recovery code may be grouped in any way. */
const factorCode = v.pipe(
  requiredText('Code', 100),
  v.transform(normalizeTrackingId),
  v.check((code) => /^[0-9A-Z]+$/.test(code), 'Code contains characters that can’t be used.'),
);

export const isRecoveryCode = (code: string): boolean =>
  code.length === RECOVERY_CODE_LENGTH && [...code].every((character) => CROCKFORD.includes(character));

/** In groups of four. */
export const formatRecoveryCode = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? '';

/** factor.confirmAuthenticator, auth.proveWithCode. */
export const FactorCodeSchema = strictInput({ code: factorCode });

const BAD_TICKET = 'Log in with your password again.';

export const LoginWithCodeSchema = strictInput({
  ticket: v.pipe(v.string(BAD_TICKET), v.regex(/^[\w-]{1,200}$/, BAD_TICKET)),
  code: factorCode,
});
export type LoginWithCode = v.InferOutput<typeof LoginWithCodeSchema>;

export const PasswordProofSchema = strictInput({ password: existingPassword });

/** auth.startProof. Without either, the password is the proof. */
export const ProofMethodsSchema = v.object({ passkey: v.nullable(PasskeyRequestSchema), authenticator: v.boolean() });
export type ProofMethods = v.InferOutput<typeof ProofMethodsSchema>;

export const FactorsSchema = v.object({
  passkeys: v.array(PasskeySchema),
  authenticator: v.nullable(v.object({ createdAt: v.string(), lastUsedAt: v.nullable(v.string()) })),
  recoveryCodes: v.number(),
  /** The last one can't be removed. */
  required: v.boolean(),
  /** The owner can stop it until then. */
  resetAt: v.nullable(v.string()),
});
export type Factors = v.InferOutput<typeof FactorsSchema>;

export const NewAuthenticatorSchema = v.object({ secret: v.string(), uri: v.string() });
export type NewAuthenticator = v.InferOutput<typeof NewAuthenticatorSchema>;

/** They are shown once; none if the person has some. */
export const RecoveryCodesSchema = v.object({ recoveryCodes: v.array(v.string()) });
