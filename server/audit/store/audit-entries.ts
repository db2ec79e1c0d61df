interface Change {
  entityId: string;
  before?: Record<string, unknown> | undefined;
  after?: Record<string, unknown> | undefined;
}

/** `userId` null means the general account, or the brand’s rates. */
export type AuditChange =
  | (Change & { entity: 'shipment' | 'user' | 'mail' | 'run' | 'bulk' })
  | (Change & { entity: 'setting' })
  | (Change & { entity: 'transaction' | 'bill' | 'bank-account' | 'rate'; userId: string | null });

export type AuditEntry = AuditChange & {
  actorId: string | null;
  procedure: string;
  requestId: string;
};
