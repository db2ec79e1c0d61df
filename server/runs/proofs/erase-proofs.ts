import { and, arrayOverlaps, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Database, Executor, Transaction } from '../../base/database/client.ts';
import { deliveryChoices } from '../../base/database/tables/runs/choices.ts';
import { runExceptions, runs, visitProofs, visitTexts } from '../../base/database/tables/runs.ts';
import { collectedParcels, collectReports } from '../../base/database/tables/shops/collections.ts';
import { BATCH_ROWS, deleteBatch } from '../../base/sql/delete-batch.ts';
import { anyOf, inQuery } from '../../base/sql/lists.ts';
import { NOT_HANDED_OVER, openRuns } from '../../cod/store/cod.ts';
import type { Services } from '../../context/context.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import { EXPIRED_PROOF_QUEUE } from '../../jobs/queues.ts';
import { lockRuns } from '../store/runs.ts';
import { isProof, markMissing, type ProofRow } from '../store/visit-proofs.ts';

const PROOF_OVERDUE_HOURS = 24;
const CASH_OVERDUE_HOURS = 24;
/** Books are kept this long. */
const BANK_YEARS = 10;
const BATCH_SIZE = 100;

async function deleteExpiredNotes(executor: Executor, days: number): Promise<void> {
  const isExpired = lt(runExceptions.resolvedAt, sql`now() - ${days} * interval '1 day'`);
  await executor
    .update(runExceptions)
    .set({ note: '' })
    .where(and(sql`${runExceptions.note} <> ''`, isExpired));
}

async function eraseStops(executor: Executor, days: number): Promise<void> {
  await executor.execute(sql`
    update run_stops s set place = '', name = '', phone = '', address = '' from runs r
    where s.place <> '' and r.id = s.run_id and r.status in ('closed', 'cancelled') and (
      coalesce(r.closed_at, r.created_at) < now() - ${days} * interval '1 day'
      or not exists (select from run_tasks t join shipments p on p.id = t.shipment_id
        where t.stop_id = s.id and p.deleted_at is null)
      and not exists (select from run_collections c where c.stop_id = s.id))`);
}

const markOverdueProofs = (db: Database, hours: number): Promise<boolean> =>
  // biome-ignore lint/plugin/server: no change of anybody’s, only what was never sent
  db.transaction((tx) => markMissing(tx, lt(visitProofs.createdAt, sql`now() - ${hours} * interval '1 hour'`)));

async function listExpiredProofs(executor: Executor, days: number, limit: number): Promise<ProofRow[]> {
  return executor
    .select()
    .from(visitProofs)
    .where(and(isNotNull(visitProofs.storageKey), lt(visitProofs.createdAt, sql`now() - ${days} * interval '1 day'`)))
    .limit(limit);
}

async function eraseProof(executor: Executor, proof: Pick<ProofRow, 'visitId' | 'sha256'>): Promise<void> {
  await executor.update(visitProofs).set({ storageKey: null, erasedAt: sql`now()` }).where(isProof(proof));
}

const deleteExpiredWords = (executor: Executor, days: number): Promise<boolean> =>
  deleteBatch(executor, visitTexts, lt(visitTexts.createdAt, sql`now() - ${days} * interval '1 day'`));

async function forgetPayers(executor: Executor, years: number): Promise<void> {
  await executor.execute(sql`update bank_entries set name = '', text = '', ids = '{}', counter_account = null
    where state <> 'open' and (name <> '' or text <> '' or ids <> '{}' or counter_account is not null) and (
      created_at < now() - ${years} * interval '1 year'
      or payer_id in (select id from users where deleted_at is not null)
      or reference in (select r.reference from payment_references r join users u on u.id = r.user_id
        where u.deleted_at is not null)
      or reference in (select replace(t.id::text, '-', '') from transactions t join users u on u.id = t.user_id
        where t.type = 'withdrawal' and u.deleted_at is not null))`);
}

const ERASED = { text: '', name: '' };

/** True if there are no more. */
async function eraseOldChoices(executor: Executor, days: number): Promise<boolean> {
  const { rowCount } = await executor
    .update(deliveryChoices)
    .set(ERASED)
    .where(sql`${deliveryChoices.id} in (select id from delivery_choices where (text <> '' or name <> '')
      and created_at < now() - ${days} * interval '1 day' limit ${BATCH_ROWS} for update skip locked)`);
  return (rowCount ?? 0) < BATCH_ROWS;
}

async function markNotHandedOver(executor: Executor, hours: number): Promise<void> {
  // One that was cancelled before it started has no end.
  const ended = sql`coalesce(${runs.closedAt}, (
    select min(p.created_at) from cod_payments p where p.run_id = ${runs.id} and p.count_id is null))`;
  const since = lt(ended, sql`now() - ${hours} * interval '1 hour'`);
  const late = await executor
    .select({ runId: runs.id })
    .from(runs)
    .where(
      and(
        inQuery(runs.id, openRuns(executor)),
        since,
        sql`not exists (select from run_exceptions e where e.run_id = ${runs.id} and e.kind = ${NOT_HANDED_OVER}
          and e.resolved_at is null)`,
      ),
    );
  if (late.length > 0)
    await executor.insert(runExceptions).values(late.map(({ runId }) => ({ runId, kind: NOT_HANDED_OVER }) as const));
}

/** In a transaction. */
const FORGOTTEN_RUNS = 100;

/**
 * Forgets scanned codes that no parcel has: they count as without a label. Returns true once done.
 */
const forgetUnknown = (db: Database, days: number): Promise<boolean> =>
  // biome-ignore lint/plugin/server: no change of anybody’s, only what is forgotten
  db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      select distinct r.id from ${collectedParcels} c join ${runs} r on r.id = c.run_id
      where c.result = 'unknown' and r.status in ('closed', 'cancelled')
        and coalesce(r.closed_at, r.created_at) < now() - ${days} * interval '1 day' limit ${FORGOTTEN_RUNS}`);
    if (rows.length === 0) return true;
    const ids = rows.map(({ id }) => id);
    await lockRuns(tx, ids);
    await tx.execute(sql`
      with gone as (
        delete from ${collectedParcels} where result = 'unknown' and run_id = any(${sql.param(ids)}::uuid[])
        returning fact_id, tracking_id
      ), counted as (
        update ${collectReports} r set unlabelled = unlabelled + codes.count, unlabelled_in = unlabelled_in + codes.count
        from (select fact_id, count(*)::int as count from gone group by 1) codes where codes.fact_id = r.fact_id
      )
      update ${runExceptions} e set tracking_id = null from gone
      where e.fact_id = gone.fact_id and e.tracking_id = gone.tracking_id`);
    return ids.length < FORGOTTEN_RUNS;
  });

/** Deletes files first: a crash only repeats it. */
export async function tidyProofs({ db, proofs, environment }: Pick<Services, 'db' | 'proofs' | 'environment'>) {
  await markOverdueProofs(db, PROOF_OVERDUE_HOURS);
  await markNotHandedOver(db, CASH_OVERDUE_HOURS);
  while (!(await deleteExpiredWords(db, environment.PROOF_DAYS)));
  while (!(await eraseOldChoices(db, environment.PROOF_DAYS)));
  await deleteExpiredNotes(db, environment.PROOF_DAYS);
  while (!(await forgetUnknown(db, environment.PROOF_DAYS)));
  await forgetPayers(db, BANK_YEARS);
  await eraseStops(db, environment.PROOF_DAYS);
  for (;;) {
    const expired = await listExpiredProofs(db, environment.PROOF_DAYS, BATCH_SIZE);
    for (const proof of expired) {
      if (proof.storageKey) await proofs.remove(proof.storageKey);
      await eraseProof(db, proof);
    }
    if (expired.length < BATCH_SIZE) return;
  }
}

/** Waits for uploads. */
async function lockProofsOf(tx: Transaction, shipmentIds: readonly string[]): Promise<ProofRow[]> {
  if (shipmentIds.length === 0) return [];
  return tx
    .select()
    .from(visitProofs)
    .where(and(isNull(visitProofs.erasedAt), arrayOverlaps(visitProofs.shipmentIds, [...shipmentIds])))
    .orderBy(visitProofs.visitId, visitProofs.sha256)
    .for('update');
}

async function deleteVisitTextsOf(executor: Executor, shipmentIds: readonly string[]): Promise<void> {
  if (shipmentIds.length === 0) return;
  await executor.execute(sql`
    delete from ${visitTexts} where visit_id in (
      select fact_id from fact_outcomes where shipment_id = any(${sql.param([...shipmentIds])}::uuid[]))`);
  await executor.execute(sql`
    update run_exceptions set note = '' where note <> '' and (
      task_id in (select id from run_tasks where shipment_id = any(${sql.param([...shipmentIds])}::uuid[]))
      or fact_id in (select fact_id from fact_outcomes where shipment_id = any(${sql.param([...shipmentIds])}::uuid[]))
      or tracking_id in (select tracking_id from shipments where id = any(${sql.param([...shipmentIds])}::uuid[])))`);
}

async function eraseChoicesOf(tx: Transaction, shipmentIds: readonly string[]): Promise<void> {
  await tx.update(deliveryChoices).set(ERASED).where(anyOf(deliveryChoices.shipmentId, shipmentIds));
}

export async function eraseProofsOfReceiver(unit: UnitOfWork, shipmentIds: readonly string[]): Promise<void> {
  const proofs = await lockProofsOf(unit.tx, shipmentIds);
  for (const proof of proofs) await eraseProof(unit.tx, proof);
  await deleteVisitTextsOf(unit.tx, shipmentIds);
  await eraseChoicesOf(unit.tx, shipmentIds);
  const keys = proofs.flatMap(({ storageKey }) => storageKey ?? []);
  const files = keys.map((key) => ({ data: { key }, priority: 0 }));
  await unit.services.jobs.sendMany(unit.tx, EXPIRED_PROOF_QUEUE, files);
}
