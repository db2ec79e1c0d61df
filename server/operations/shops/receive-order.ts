import { createHmac } from 'node:crypto';
import { subDays } from 'date-fns/subDays';
import type { ConnectionKind, OrderOutcome } from '../../../src/domain/shop/connection.ts';
import { DRAFT_DAYS, type DraftFields } from '../../../src/domain/shop/draft.ts';
import { isSameSecret } from '../../auth/secrets.ts';
import type { Services } from '../../context/context.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import { type ConnectionRow, noteOrder } from '../../stores/shops/connections.ts';
import { mergeDrafts } from '../../stores/shops/drafts.ts';
import { resolveCountries } from '../countries/resolve-countries.ts';
import { checkFields } from './check-drafts.ts';
import { assertRoomForDrafts } from './manage-drafts.ts';
import { readOrder } from './read-order.ts';

/** Tells whether a shop with the secret of this connection has signed a message. */
export function isSignedBy({ secrets }: Services, { secret }: ConnectionRow, body: Buffer, signature: string): boolean {
  if (secret === null) return false;
  return isSameSecret(createHmac('sha256', secrets.decryptCode(secret)).update(body).digest('base64'), signature);
}

/**
 * Makes a draft of a shop's order, once. A later message about it changes the draft as long as nobody
 * has touched it, and takes it back if the order is cancelled.
 * @throws BAD_REQUEST if it is no order, PRECONDITION_FAILED with too many drafts.
 */
export async function receiveOrder(
  unit: UnitOfWork,
  { id, userId, kind, parcel }: Pick<ConnectionRow, 'id' | 'userId' | 'kind' | 'parcel'>,
  sent: unknown,
): Promise<OrderOutcome> {
  const { tx, services } = unit;
  const { environment } = services;
  const order = readOrder(kind, sent, { parcel, currency: environment.CURRENCY });
  const { reference, placedAt } = order;
  // Drafts are forgotten after so many days, also those that must not come back.
  const isOld = placedAt !== null && placedAt < subDays(new Date(), DRAFT_DAYS);
  const without = order.without ?? (isOld ? 'old' : null);
  const outcome = without ?? (await mergeOrder(unit, { userId, kind }, order));
  if (without === 'cancelled') await mergeOrder(unit, { userId, kind }, { ...order, fields: null });
  await noteOrder(tx, id, { reference, outcome });
  return outcome;
}

type Sent = Pick<ReturnType<typeof readOrder>, 'externalId' | 'changedAt'> & { fields: DraftFields | null };

async function mergeOrder(
  unit: UnitOfWork,
  { userId, kind: source }: { userId: string; kind: ConnectionKind },
  { externalId, changedAt: sourceChangedAt, fields: written }: Sent,
): Promise<'draft' | 'known'> {
  const { environment } = unit.services;
  const { named } = resolveCountries(environment, { receiverCountry: written?.country ?? '' });
  const fields = written && { ...written, ...(named.receiverCountry && { country: named.receiverCountry }) };
  if (fields) await assertRoomForDrafts(unit, userId, 1);
  const isValid = fields !== null && 'input' in checkFields(environment, fields);
  const draft = { source, externalId, fields, origin: null, isValid, sourceChangedAt };
  const merged = await mergeDrafts(unit.tx, userId, [draft]);
  return merged.length > 0 ? 'draft' : 'known';
}
