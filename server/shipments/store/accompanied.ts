import { sql } from 'drizzle-orm';
import type { Party } from '../../../src/domain/shipment.ts';
import type { Executor } from '../../base/database/client.ts';
import { doorOf, isOnTheWay } from '../../base/database/tables/shipments.ts';

/** Finds shipments whose party also gets emails about others on the way to the same door. */
export const findAccompanied = (
  executor: Executor,
  parcels: readonly { shipmentId: string; party: Party }[],
): Promise<Set<string>> =>
  findSameDoor(
    executor,
    parcels.map(({ shipmentId, party }) => [shipmentId, `${party}_email`]),
  );

/** The same for receivers' phones. */
export const findTextedTogether = (executor: Executor, shipments: readonly { id: string }[]): Promise<Set<string>> =>
  findSameDoor(
    executor,
    shipments.map(({ id }) => [id, 'receiver_phone']),
  );

async function findSameDoor(
  executor: Executor,
  asked: readonly (readonly [id: string, contact: string])[],
): Promise<Set<string>> {
  if (asked.length === 0) return new Set();
  const { rows } = await executor.execute<{ id: string }>(sql`
    select asked.id
    from jsonb_to_recordset(${JSON.stringify(asked.map(([id, contact]) => ({ id, contact })))}::jsonb) as asked (id uuid, contact text)
    join shipments using (id)
    where exists (
      select from shipments other
      where ${doorOf('other')} = ${doorOf()} and ${isOnTheWay('other')} and other.id <> shipments.id
        and case asked.contact when 'sender_email' then other.sender_email = shipments.sender_email
          when 'receiver_email' then other.receiver_email = shipments.receiver_email
          else other.receiver_phone = shipments.receiver_phone end)`);
  return new Set(rows.map(({ id }) => id));
}
