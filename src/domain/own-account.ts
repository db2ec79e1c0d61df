import * as v from 'valibot';
import { emailAddress, strictInput } from './field-schemas.ts';
import { CurrentPasswordSchema } from './user.ts';

export const EMAIL_CHANGE_STATES = ['pending', 'replaced', 'cancelled', 'confirmed', 'undoing', 'undone'] as const;
export const EXPORT_STATES = ['waiting', 'ready'] as const;

/** In milliseconds. */
export const EMAIL_CHANGE_LIFE = 24 * 60 * 60 * 1000;
export const NOT_ME_LIFE = 7 * 24 * 60 * 60 * 1000;
export const EXPORT_LIFE = 24 * 60 * 60 * 1000;
export const DAYS_TO_THINK = 30;

export const RequestEmailChangeSchema = strictInput({
  email: emailAddress('New email'),
  currentPassword: CurrentPasswordSchema,
});
export type RequestEmailChange = v.InferOutput<typeof RequestEmailChangeSchema>;

export const RequestDeletionSchema = strictInput({ currentPassword: CurrentPasswordSchema });
export type RequestDeletion = v.InferOutput<typeof RequestDeletionSchema>;

export const EmailConfirmedSchema = v.object({ ok: v.literal(true), email: v.string() });

/**
 * It says whether the link restores the address, and what becomes of passkeys, apps and recovery
 * codes of the last 7 days.
 */
export const NotMeLinkSchema = v.object({
  email: v.string(),
  restoresEmail: v.boolean(),
  newFactors: v.nullable(v.picklist(['removed', 'kept'])),
});
export type NotMeLink = v.InferOutput<typeof NotMeLinkSchema>;

/** The token is that of a link to set a new password. */
export const SecuredSchema = v.object({ token: v.string() });

export const SessionsEndedSchema = v.object({ ended: v.number() });

export const DataExportSchema = v.object({
  id: v.string(),
  state: v.picklist(EXPORT_STATES),
  /** In bytes; null until it is ready. */
  size: v.nullable(v.number()),
  createdAt: v.string(),
  expiresAt: v.nullable(v.string()),
});
export type DataExport = v.InferOutput<typeof DataExportSchema>;

export const OwnAccountSchema = v.object({
  emailChange: v.nullable(v.object({ email: v.string(), expiresAt: v.string() })),
  dataExport: v.nullable(DataExportSchema),
  obstacles: v.array(v.string()),
});
export type OwnAccount = v.InferOutput<typeof OwnAccountSchema>;

/** People who know the address still recognize it. */
export function maskEmail(email: string): string {
  const [local = '', domain = ''] = email.split('@');
  return `${Array.from(local)[0] ?? ''}•••@${domain}`;
}
