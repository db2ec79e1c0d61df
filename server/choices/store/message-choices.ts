import { and, eq, or, sql } from 'drizzle-orm';
import { DEFAULT_CHOICES, type MessageChoices } from '../../../src/domain/messages.ts';
import type { Party } from '../../../src/domain/shipment.ts';
import type { Executor } from '../../base/database/client.ts';
import { messageChoices } from '../../base/database/tables/messages/messages.ts';
import { anyOf } from '../../base/sql/lists.ts';
import type { ShipmentRow } from '../../shipments/store/shipments.ts';

/** An account chooses for all its parcels, or a party for this one. */
export type Chooser = { userId: string } | { shipmentId: string; party: Party };

const { userId, shipmentId, party, mail, sms, push } = messageChoices;
const columns = { userId, shipmentId, party, mail, sms, push };

export async function findChoices(executor: Executor, chooser: Chooser): Promise<MessageChoices | null> {
  const isTheirs =
    'userId' in chooser
      ? eq(userId, chooser.userId)
      : and(eq(shipmentId, chooser.shipmentId), eq(party, chooser.party));
  const [row] = await executor.select({ mail, sms, push }).from(messageChoices).where(isTheirs);
  return row ?? null;
}

/** Choices for this parcel come first, then those for all, then the usual ones. */
export async function findChoicesOfParties(
  executor: Executor,
  shipments: readonly Pick<ShipmentRow, 'id' | 'senderId' | 'receiverId'>[],
): Promise<(shipment: Pick<ShipmentRow, 'id' | 'senderId' | 'receiverId'>, party: Party) => MessageChoices> {
  const owners = shipments.flatMap(({ senderId, receiverId }) => [senderId, receiverId]).filter((id) => id !== null);
  const ids = shipments.map(({ id }) => id);
  const rows = await executor
    .select(columns)
    .from(messageChoices)
    .where(or(anyOf(shipmentId, ids), anyOf(userId, owners)));
  return (shipment, side) =>
    rows.find((row) => row.shipmentId === shipment.id && row.party === side) ??
    rows.find((row) => row.userId !== null && row.userId === shipment[`${side}Id`]) ??
    DEFAULT_CHOICES;
}

/** Replaces choices unless unchanged. */
export async function saveChoices(executor: Executor, chooser: Chooser, choices: MessageChoices): Promise<void> {
  await executor
    .insert(messageChoices)
    .values({ ...chooser, ...choices })
    .onConflictDoUpdate({
      target: 'userId' in chooser ? userId : [shipmentId, party],
      set: choices,
      setWhere: sql`(${mail}, ${sms}, ${push}) is distinct from (excluded.mail, excluded.sms, excluded.push)`,
    });
}

/** A parcel's own, so that those for all count again. */
export async function deleteChoices(executor: Executor, chooser: Extract<Chooser, { party: Party }>): Promise<void> {
  await executor.delete(messageChoices).where(and(eq(shipmentId, chooser.shipmentId), eq(party, chooser.party)));
}
