import { type ChangedOrder, inWords, MAX_CHANGED_ORDERS, orderAddressOf } from '../../src/domain/shops/draft.ts';
import type { Executor } from '../base/database/client.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { isMailWaiting } from '../mail/store/mails.ts';
import { findUser } from '../people/store/users.ts';
import { isWaiting } from '../shops/cancel-own-shipment.ts';
import { listNews } from './store/drafts.ts';

/** Lists connected shops' changes of orders that people have changed or confirmed (shipper.getChangedOrders). */
export async function getChangedOrders(executor: Executor, userId: string): Promise<ChangedOrder[]> {
  const rows = await listNews(executor, userId, MAX_CHANGED_ORDERS);
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

/** Emails a shop about its changed orders, in one email for all that change before it is sent. */
export async function mailChangedOrders({ tx, mail }: UnitOfWork, userId: string): Promise<void> {
  const user = await findUser(tx, userId);
  if (!user || (await getChangedOrders(tx, userId)).length === 0) return;
  if (await isMailWaiting(tx, 'orders-changed', user.email)) return;
  await mail({ kind: 'orders-changed', receiver: user.email, about: { userId } });
}
