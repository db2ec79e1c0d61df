import { and, asc, desc, eq, isNotNull, isNull, or } from 'drizzle-orm';
import type { MailKind } from '../../src/domain/mail.ts';
import { pick } from '../../src/domain/pick.ts';
import { type ChangedOrder, inWords, MAX_CHANGED_ORDERS, orderAddressOf } from '../../src/domain/shops/draft.ts';
import type { Executor } from '../base/database/client.ts';
import { mails } from '../base/database/tables/mails.ts';
import { shipments } from '../base/database/tables/shipments.ts';
import { drafts } from '../base/database/tables/shops/drafts.ts';
import { noneOf } from '../base/sql/lists.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { findUser } from '../people/store/users.ts';
import { isWaiting } from '../shops/cancel-own-shipment.ts';
import { ENDED_STATUSES } from './store/drafts.ts';

/**
 * Lists connected shops' changes of orders that people have changed or confirmed, and that nobody has answered, the
 * latest first (shipper.getChangedOrders).
 */
export async function getChangedOrders(executor: Executor, userId: string): Promise<ChangedOrder[]> {
  const rows = await executor
    .select({ draft: drafts, shipment: pick(shipments, 'id', 'trackingId', 'status', 'receiverName', 'shipTo') })
    .from(drafts)
    .leftJoin(shipments, eq(shipments.id, drafts.shipmentId))
    .where(
      and(
        eq(drafts.userId, userId),
        isNotNull(drafts.news),
        or(
          and(isNull(drafts.shipmentId), isNotNull(drafts.fields)),
          and(noneOf(shipments.status, ENDED_STATUSES), isNull(shipments.deletedAt)),
        ),
      ),
    )
    .orderBy(desc(drafts.newsAt), asc(drafts.id))
    .limit(MAX_CHANGED_ORDERS);
  return rows.flatMap(({ draft, shipment }) => {
    const { id, reference, news, newsAt } = draft;
    const ours = shipment
      ? `${shipment.receiverName}, ${shipment.shipTo}`
      : inWords(orderAddressOf(draft.fields ?? {}));
    const theirs = news?.address && inWords(news.address);
    const address = theirs && theirs !== ours ? { theirs, ours } : null;
    const withheld = news?.withheld ?? null;
    if (!address && !withheld) return [];
    return {
      id,
      reference,
      withheld,
      address,
      shipment: shipment && {
        id: shipment.id,
        trackingId: shipment.trackingId,
        isWaiting: isWaiting(shipment.status),
      },
      at: (newsAt ?? draft.changedAt).toISOString(),
    };
  });
}

/** An email says all that is so when it is sent. */
async function isMailWaiting(executor: Executor, kind: MailKind, receiver: string): Promise<boolean> {
  const isWaiting = and(eq(mails.kind, kind), eq(mails.receiver, receiver), eq(mails.state, 'queued'));
  return (await executor.select({ id: mails.id }).from(mails).where(isWaiting).limit(1)).length > 0;
}

/** Emails a shop about its changed orders, in one email for all that change before it is sent. */
export async function mailChangedOrders({ tx, mail }: UnitOfWork, userId: string): Promise<void> {
  const user = await findUser(tx, userId);
  if (!user || (await getChangedOrders(tx, userId)).length === 0) return;
  if (await isMailWaiting(tx, 'orders-changed', user.email)) return;
  await mail({ kind: 'orders-changed', receiver: user.email, about: { userId } });
}
