/** Keys of shops for the REST interface (`/v1`). */
import * as v from 'valibot';
import { ByIdSchema, requiredText, strictInput } from './field-schemas.ts';

export const API_SCOPES = ['shipments:read', 'shipments:write', 'webhooks'] as const;
export type ApiScope = (typeof API_SCOPES)[number];

export const SCOPE_LABELS: Record<ApiScope, string> = {
  'shipments:read': 'Read shipments, events and labels',
  'shipments:write': 'Create, change and cancel shipments',
  webhooks: 'Manage webhooks',
};

/** An account's, expired ones included. */
export const MAX_API_KEYS = 10;

/** `test`: it reaches test shipments, and nothing else. */
export const KEY_KINDS = ['test', 'live'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

export const keyPrefixOf = (kind: KeyKind): string => `wb_${kind}_`;

export const TEST_SHIPMENT_DAYS = 7;

/** In days; null never. */
export const KEY_LIVES = { month: 30, quarter: 90, year: 365, never: null } as const;
export type KeyLife = keyof typeof KEY_LIVES;
const LIVES = Object.keys(KEY_LIVES) as KeyLife[];

const scopes = v.pipe(
  v.array(v.picklist(API_SCOPES, 'These rights don’t exist.'), 'Choose the rights.'),
  v.minLength(1, 'Choose at least one right.'),
  v.transform((chosen) => API_SCOPES.filter((scope) => chosen.includes(scope))),
  v.title('Rights'),
);

export const CreateApiKeySchema = strictInput({
  name: requiredText('Name', 60),
  scopes,
  life: v.picklist(LIVES, 'Choose how long the key works.'),
  kind: v.optional(v.picklist(KEY_KINDS, 'Choose test or live.'), 'live'),
});
export type CreateApiKey = v.InferOutput<typeof CreateApiKeySchema>;

/** `secret`: shown once, the server keeps only its hash. */
export const CreatedApiKeySchema = v.object({ id: v.string(), secret: v.string() });
export type CreatedApiKey = v.InferOutput<typeof CreatedApiKeySchema>;

export const RevokeApiKeySchema = ByIdSchema;

export const ApiKeySchema = v.object({
  id: v.string(),
  name: v.string(),
  /** The last four characters of the secret. */
  ending: v.string(),
  kind: v.picklist(KEY_KINDS),
  scopes: v.array(v.picklist(API_SCOPES)),
  createdAt: v.string(),
  /** The hour. */
  lastUsedAt: v.nullable(v.string()),
  expiresAt: v.nullable(v.string()),
});
export type ApiKey = v.InferOutput<typeof ApiKeySchema>;

/** Whether a key no longer works; times in milliseconds. */
export const isExpired = ({ expiresAt }: Pick<ApiKey, 'expiresAt'>, now: number): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= now;
