import * as v from 'valibot';
import { IdSchema, requiredText, strictInput } from './field-schemas.ts';

export const MAX_PASSKEYS = 20;

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;

const UNREADABLE = 'This passkey could not be read. Try again.';
/** Base64url, as browsers write it. */
const bytes = (maximum: number) =>
  v.pipe(v.string(UNREADABLE), v.maxLength(maximum, UNREADABLE), v.regex(/^[\w-]+$/, UNREADABLE));

/** The WebAuthn standard allows IDs of 1,023 bytes. */
const credentialId = bytes(1_364);

export const NewPasskeySchema = strictInput({
  credentialId,
  clientDataJSON: bytes(8_000),
  attestationObject: bytes(32_000),
  transports: v.pipe(v.array(v.picklist(TRANSPORTS, UNREADABLE), UNREADABLE), v.maxLength(10, UNREADABLE)),
});
export type NewPasskey = v.InferOutput<typeof NewPasskeySchema>;

export const PasskeyResponseSchema = strictInput({
  credentialId,
  clientDataJSON: bytes(8_000),
  authenticatorData: bytes(8_000),
  signature: bytes(4_000),
  userHandle: v.optional(bytes(100)),
});
export type PasskeyResponse = v.InferOutput<typeof PasskeyResponseSchema>;

const KnownPasskeySchema = v.object({ id: v.string(), transports: v.array(v.picklist(TRANSPORTS)) });

/** factor.startPasskey: what only the server knows. */
export const PasskeyCreationSchema = v.object({
  challenge: v.string(),
  rp: v.object({ id: v.string(), name: v.string() }),
  user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
  exclude: v.array(KnownPasskeySchema),
});
export type PasskeyCreation = v.InferOutput<typeof PasskeyCreationSchema>;

/** auth.startPasskey: what only the server knows. Without `allow`, any passkey of this site. */
export const PasskeyRequestSchema = v.object({
  challenge: v.string(),
  rpId: v.string(),
  allow: v.array(KnownPasskeySchema),
});
export type PasskeyRequest = v.InferOutput<typeof PasskeyRequestSchema>;

/** `synced`: it is on the person's other devices, too. */
export const PasskeySchema = v.object({
  id: v.string(),
  name: v.string(),
  synced: v.boolean(),
  createdAt: v.string(),
  lastUsedAt: v.nullable(v.string()),
});
export type Passkey = v.InferOutput<typeof PasskeySchema>;

export const RenamePasskeySchema = strictInput({ id: IdSchema, name: requiredText('Name', 60) });
