import { and, eq, gt, sql } from 'drizzle-orm';
import { GRANT_LIFE } from '../../src/domain/grant.ts';
import type { OpenedLink, OpenLink } from '../../src/domain/messages.ts';
import { parseAddress } from '../../src/domain/places/parse-address.ts';
import { SMS_STATES } from '../../src/domain/sms.ts';
import type { Executor, Transaction } from '../base/database/client.ts';
import { sms } from '../base/database/tables/messages/messages.ts';
import { fieldError, UserError } from '../base/errors/errors.ts';
import { hashToken, isSameSecret } from '../base/secrets/secrets.ts';
import type { Services } from '../context/context.ts';
import { inUnitOfWork } from '../context/unit-of-work.ts';
import { findShipment, type ShipmentRow } from '../shipments/store/shipments.ts';
import { MOST_TOGETHER, moveSms, type SmsRow } from './store/sms.ts';

const LINK_DAYS = 30;
const MAX_TRIES = 5;

const endOf = (text: string) =>
  text
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(-2);

/** Lists what is in a text besides its own parcel. */
function listGathered(executor: Executor, { id, number }: SmsRow): Promise<SmsRow[]> {
  const isIn = and(eq(sms.number, number), eq(sms.gatheredIn, id));
  return executor.select().from(sms).where(isIn).orderBy(sms.id).limit(MOST_TOGETHER);
}

async function lockLink(tx: Transaction, linkHash: Buffer, days: number): Promise<SmsRow | null> {
  const [row] = await tx
    .select()
    .from(sms)
    .where(and(eq(sms.linkHash, linkHash), gt(sms.createdAt, sql`now() - ${days} * interval '1 day'`)))
    .for('update');
  return row ?? null;
}

/**
 * Opens the details for the first device that has a text's link. Any other has to know the end of the postcode, and a
 * few wrong ones close the link for it. Grants are asked for separately.
 * @throws NOT_FOUND, field error at `postcodeEnd`.
 */
export async function openLink(
  services: Services,
  { link, device, postcodeEnd }: OpenLink,
  requestId: string,
): Promise<OpenedLink> {
  const { secrets } = services;
  // Thrown later: what was counted has to stay.
  const opened = await inUnitOfWork(
    { services, actor: null, procedure: 'message.openLink', requestId },
    async ({ tx }) => {
      const row = await lockLink(tx, hashToken(link), LINK_DAYS);
      const shipment = row && (await findShipment(tx, row.shipmentId));
      // It was sent to who was the receiver then.
      if (shipment?.receiverClaim !== row?.linkClaim || !row || !shipment?.receiverCode) return 'gone';
      const own = hashToken(device);
      if (row.linkDevice && !row.linkDevice.equals(own)) {
        const right = endOf(parseAddress(shipment.shipTo).postcode);
        if (right.length < 2 || row.linkTries >= MAX_TRIES) return 'gone';
        if (postcodeEnd === undefined) return 'ask';
        if (!isSameSecret(right, endOf(postcodeEnd))) {
          await moveSms(tx, row.id, SMS_STATES, { linkTries: row.linkTries + 1 });
          return 'wrong';
        }
      }
      if (!row.linkDevice) await moveSms(tx, row.id, SMS_STATES, { linkDevice: own });
      const others: ShipmentRow[] = [];
      for (const other of await listGathered(tx, row)) {
        const its = await findShipment(tx, other.shipmentId);
        if (its?.receiverClaim === other.linkClaim) others.push(its);
      }
      return [shipment, ...others];
    },
  );
  if (opened === 'ask') return { trackingId: null, grant: null };
  if (opened === 'wrong') throw fieldError('postcodeEnd', 'That is not how the postcode ends.', { guess: true });
  if (opened === 'gone') throw new UserError('NOT_FOUND', 'This link no longer works.', { guess: true });
  const expiresAt = Date.now() + GRANT_LIFE;
  const [first, ...more] = opened.flatMap(({ id, trackingId, receiverCode }) => {
    if (!receiverCode) return [];
    const grant = secrets.signGrant(id, receiverCode, expiresAt);
    return [{ trackingId, grant: { grant, expiresAt: new Date(expiresAt).toISOString() } }];
  });
  return { trackingId: null, grant: null, ...first, ...(more.length > 0 && { more }) };
}
