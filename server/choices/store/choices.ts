import { randomUUID } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import { activeChoices, type ChoiceRow, type Door, withdrawalOf } from '../../../src/domain/choices.ts';
import { isDecision } from '../../../src/domain/next-step.ts';
import { OPEN_TASK_STATUSES } from '../../../src/domain/runs/task-status.ts';
import type { Party } from '../../../src/domain/shipment.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import { deliveryChoices, runDevices } from '../../base/database/tables/runs/choices.ts';
import { returns } from '../../base/database/tables/shops/returns.ts';
import { anyOf } from '../../base/sql/lists.ts';
import { listStopsAhead } from '../../runs/store/windows.ts';

/** Adds to the choices of a locked shipment; what waited longer for the lock comes later. */
export async function insertChoice(tx: Transaction, row: typeof deliveryChoices.$inferInsert): Promise<void> {
  await tx.insert(deliveryChoices).values({ ...row, createdAt: sql`clock_timestamp()` });
}

/** Ends what somebody has chosen as a party that is somebody else now. */
export async function endChoicesOf(tx: Transaction, shipmentId: string, party: Party): Promise<void> {
  for (const choice of activeChoices(await listChoices(tx, [shipmentId])))
    if (choice.party === party)
      await insertChoice(tx, {
        id: randomUUID(),
        shipmentId,
        kind: 'withdraw',
        ofId: choice.id,
        party,
        askedAt: new Date(),
      });
}

/** Nobody makes this return any more: what it would have brought back is undecided again. */
export async function withdrawBringingBack(tx: Transaction, returnId: string): Promise<void> {
  const [row] = await tx.select({ id: returns.shipmentId }).from(returns).where(eq(returns.returnId, returnId));
  const rows = row ? await listChoices(tx, [row.id]) : [];
  const decided = rows.findLast(isDecision);
  if (!row || decided?.kind !== 'bring-back' || withdrawalOf(rows, decided)) return;
  const act = { kind: 'withdraw' as const, ofId: decided.id, party: 'desk' as const, askedAt: new Date() };
  await insertChoice(tx, { id: randomUUID(), shipmentId: row.id, ...act });
  await notifyParties(tx, row.id);
}

export async function findChoice(executor: Executor, id: string) {
  const [row] = await executor.select().from(deliveryChoices).where(eq(deliveryChoices.id, id));
  return row ?? null;
}

export async function listChoices(
  executor: Executor,
  shipmentIds: readonly string[],
): Promise<(ChoiceRow & { shipmentId: string })[]> {
  if (shipmentIds.length === 0) return [];
  return executor
    .select()
    .from(deliveryChoices)
    .where(anyOf(deliveryChoices.shipmentId, shipmentIds))
    .orderBy(asc(deliveryChoices.createdAt), asc(deliveryChoices.id));
}

type DoorRow = Omit<Door, 'since' | 'isNext' | 'devices'> & { since: string; stopId: string; taskId: string };

/** Finds the run that has a shipment, or that delivered it. */
export async function findDoor(executor: Executor, shipmentId: string): Promise<(Door & { taskId: string }) | null> {
  const open = sql`t.status = any (${sql.param([...OPEN_TASK_STATUSES])}::text[])`;
  const { rows } = await executor.execute<DoorRow & Record<string, unknown>>(sql`
    select t.id as "taskId", t.stop_id as "stopId", t.run_id as "runId", t.since_version as "sinceVersion",
      t.created_at as since,
      r.status, r.day::text as day,
      (select f.run_version from fact_outcomes o join courier_facts f on f.id = o.fact_id
        where o.task_id = t.id and o.result = 'delivered' and not exists (
          select from fact_outcomes c where c.supersedes = o.fact_id and c.task_id = o.task_id)
        order by f.occurred_at limit 1) as "deliveredVersion"
    from run_tasks t join runs r on r.id = t.run_id
    where t.shipment_id = ${shipmentId} and (${open} or t.status = 'delivered') order by ${open} desc, t.id desc limit 1`);
  const [row] = rows;
  if (!row) return null;
  const isNext = row.status === 'active' && (await listStopsAhead(executor, row.runId))[0] === row.stopId;
  const devices = await executor.select().from(runDevices).where(eq(runDevices.runId, row.runId));
  return { ...row, since: new Date(row.since), isNext, devices };
}

export async function findDeviceVersion(executor: Executor, runId: string, sessionId: string): Promise<number> {
  const [row] = await executor
    .select({ version: runDevices.version })
    .from(runDevices)
    .where(sql`${runDevices.runId} = ${runId} and ${runDevices.sessionId} = ${sessionId}`);
  return row?.version ?? 0;
}

/** Tells those who see a shipment’s details. */
export async function notifyParties(tx: Transaction, shipmentId: string): Promise<void> {
  await tx.execute(sql`
    select pg_notify('live', json_build_object('shipment', id, 'owners',
      array_remove(array[sender_id, receiver_id], null))::text) from shipments where id = ${shipmentId}`);
}
