/** Orders come by themselves as drafts. */
import * as v from 'valibot';
import { IdSchema, strictInput } from '../field-schemas.ts';
import { WITHHELD_REASONS } from './order-state.ts';
import { PARCEL_ENTRIES } from './parcel-size.ts';

export const CONNECTION_KINDS = ['woocommerce', 'shopify'] as const;
export type ConnectionKind = (typeof CONNECTION_KINDS)[number];
export const CONNECTION_LABELS: Record<ConnectionKind, string> = { woocommerce: 'WooCommerce', shopify: 'Shopify' };

export const MAX_CONNECTIONS = 5;
/** In bytes. */
export const MAX_ORDER_BYTES = 1024 * 1024;

/** WooCommerce orders name no weights, and none name sizes. */
export const UsualParcelSchema = strictInput(v.partial(v.object(PARCEL_ENTRIES)).entries);
export type UsualParcel = v.InferOutput<typeof UsualParcelSchema>;

export const ORDER_OUTCOMES = ['draft', 'known', 'old', ...WITHHELD_REASONS] as const;
export type OrderOutcome = (typeof ORDER_OUTCOMES)[number];

export const ConnectionSchema = v.object({
  id: v.string(),
  kind: v.picklist(CONNECTION_KINDS),
  url: v.string(),
  /** No order comes in without a secret. */
  hasSecret: v.boolean(),
  parcel: v.object(UsualParcelSchema.entries),
  order: v.nullable(v.object({ at: v.string(), reference: v.string(), outcome: v.picklist(ORDER_OUTCOMES) })),
  problem: v.nullable(v.object({ at: v.string(), message: v.string() })),
  /** These states are not taken automatically. */
  states: v.array(v.object({ state: v.string(), isAccepted: v.boolean() })),
});
export type Connection = v.InferOutput<typeof ConnectionSchema>;
export const ConnectionsSchema = v.object({ data: v.array(ConnectionSchema) });

export const ConnectShopSchema = strictInput({
  kind: v.picklist(CONNECTION_KINDS, 'Choose WooCommerce or Shopify.'),
  parcel: v.optional(UsualParcelSchema, {}),
});
export type ConnectShop = v.InferOutput<typeof ConnectShopSchema>;

/** `secret`: one that we have made, shown once. */
export const ConnectedSchema = v.object({ id: v.string(), secret: v.nullable(v.string()) });
export interface NewSecret {
  id: string;
  secret: string;
}

export const MAX_STATES = 20;
const state = v.pipe(v.string('Choose a state.'), v.maxLength(100, 'This state is too long.'));

/** shopConnection.change. What is left out stays. */
export const ChangeConnectionSchema = strictInput({
  id: IdSchema,
  parcel: v.optional(UsualParcelSchema),
  acceptedStates: v.optional(
    v.pipe(v.array(state, 'Choose states.'), v.maxLength(MAX_STATES, `Choose at most ${MAX_STATES} states.`)),
  ),
});
export type ChangeConnection = v.InferOutput<typeof ChangeConnectionSchema>;

/** What Shopify asks for. */
export const SECRET_MESSAGE = 'Copy the whole secret from Shopify, without spaces.';
/** The shop signs with it. WooCommerce gets a new one if it is missing. */
export const ReplaceSecretSchema = strictInput({
  id: IdSchema,
  secret: v.optional(v.pipe(v.string(SECRET_MESSAGE), v.trim(), v.regex(/^[!-~]{16,200}$/, SECRET_MESSAGE))),
});
export type ReplaceSecret = v.InferOutput<typeof ReplaceSecretSchema>;
