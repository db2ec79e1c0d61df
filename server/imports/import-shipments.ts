import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import { type Cells, namedCellsOf } from '../../src/domain/shipment-file.ts';
import { type ImportProblem, MAX_IMPORT_ROWS, type StartImport } from '../../src/domain/shipment-import.ts';
import type { Transaction } from '../base/database/client.ts';
import { shipmentImportRows, shipmentImports } from '../base/database/tables/imports.ts';
import { UserError } from '../base/errors/errors.ts';
import { inQuery } from '../base/sql/lists.ts';
import type { Services } from '../context/context.ts';
import { inUnitOfWork, type UnitOfWork, type UnitOfWorkOptions } from '../context/unit-of-work.ts';
import { IMPORT_QUEUE } from '../jobs/queues.ts';
import type { JobTurn } from '../jobs/run-jobs.ts';
import { createShipments } from '../shipments/create-shipment.ts';
import { findImageProblem } from '../shipments/image-lifecycle.ts';
import { requireImport } from './get-import.ts';
import { findImport, IMPORT_ROWS, isOfImport, listImportRows, updateImport } from './store/shipment-imports.ts';

const BATCH_SIZE = 50;

const { fields, line } = shipmentImportRows;

async function lockSameFiles(tx: Transaction, importId: string): Promise<void> {
  const { id, digest } = shipmentImports;
  const same = tx.select({ digest }).from(shipmentImports).where(eq(id, importId));
  await tx.select({ id }).from(shipmentImports).where(inQuery(digest, same)).orderBy(asc(id)).for('update');
}

/**
 * Starts an import, which a job runs.
 * @throws NOT_FOUND, CONFLICT, PRECONDITION_FAILED
 */
export async function startImport(unit: UnitOfWork, { id, scope, createdBefore }: StartImport): Promise<void> {
  await lockSameFiles(unit.tx, id);
  const file = await requireImport(unit.tx, id);
  if (file.good === 0) throw new UserError('PRECONDITION_FAILED', 'No rows in this file can be imported.');
  if (scope === 'all' && file.good < file.rows) {
    throw new UserError('PRECONDITION_FAILED', 'Some rows have errors. Fix them, or import only the valid rows.');
  }
  if (file.state === 'checked' && createdBefore !== undefined && file.createdBefore > createdBefore) {
    throw new UserError('CONFLICT', 'This file has been imported since you opened this page.');
  }
  const started = { state: 'running', scope, requestId: unit.requestId } as const;
  if (!(await updateImport(unit.tx, id, started, 'checked')))
    throw new UserError('CONFLICT', 'This import has already started.');
  await unit.services.jobs.send(unit.tx, IMPORT_QUEUE, { importId: id }, { person: unit.actor?.id });
}

/**
 * Runs an import or the rest of it until its turn is over: each row becomes one shipment. Scope `all` is one
 * transaction. True once all is done.
 * @throws Database errors: call it again.
 */
export async function runImport(services: Services, importId: string, turn?: JobTurn): Promise<boolean> {
  const { db } = services;
  const file = await findImport(db, importId);
  if (file?.state !== 'running') return true;
  const order: UnitOfWorkOptions = {
    services,
    actor: { id: file.userId },
    procedure: 'shipmentImport.start',
    requestId: file.requestId ?? '',
    isBatch: true,
  };
  const refused = await rejectRows(order, importId);
  if (file.scope === 'all' && file.good - refused < file.rows) {
    await updateImport(db, importId, { state: 'checked', scope: null });
    return true;
  }
  let created = await db.$count(shipmentImportRows, and(isOfImport(importId), IMPORT_ROWS.created));
  const createAll = async (runInUnit: RunInUnit, isOver: JobTurn['isOver'] = async () => false) => {
    for (let last: number | undefined = 0; last !== undefined; ) {
      await updateImport(db, importId, { created }, 'running');
      const after: number = last;
      const lines = await runInUnit((unit) => createNextBatch(unit, importId, after));
      created += lines.length;
      last = lines.at(-1);
      if (last !== undefined && (await isOver())) return false;
    }
    return true;
  };
  if (file.scope === 'all') await inUnitOfWork(order, (unit) => createAll((work) => work(unit)));
  else if (!(await createAll((work) => inUnitOfWork(order, work), turn?.isOver))) return false;
  await updateImport(db, importId, { state: 'done', created: sql`${shipmentImports.good}` });
  return true;
}

/** Marks a row invalid and lowers the file's count. */
async function markRowBad(
  tx: Transaction,
  importId: string,
  row: { line: number; cells: Cells; problems: ImportProblem[] },
): Promise<void> {
  const { id } = shipmentImports;
  await tx.select({ id }).from(shipmentImports).where(eq(id, importId)).for('update');
  const changed = await tx
    .update(shipmentImportRows)
    .set({ ...row, fields: null })
    .where(and(isOfImport(importId), eq(line, row.line), isNotNull(fields)))
    .returning({ line });
  await updateImport(tx, importId, { good: sql`${shipmentImports.good} - ${changed.length}` });
}

/** After a day, unclaimed images are removed. */
async function rejectRows(order: UnitOfWorkOptions, importId: string): Promise<number> {
  const { db, environment } = order.services;
  let refused = 0;
  for (const { line, fields } of await listImportRows(db, importId, { which: 'withImages', limit: MAX_IMPORT_ROWS })) {
    const message = fields && (await findImageProblem(order.services, fields.images));
    if (!fields || message === null) continue;
    const cells = namedCellsOf(fields, environment.TIME_ZONE);
    const problems = [{ column: 'Images', message }];
    await inUnitOfWork(order, ({ tx }) => markRowBad(tx, importId, { line, cells, problems }));
    refused += 1;
  }
  return refused;
}

type RunInUnit = (work: (unit: UnitOfWork) => Promise<number[]>) => Promise<number[]>;

/** Locks the next rows, so that a concurrent import waits, and makes each a shipment; returns their lines. */
async function createNextBatch(unit: UnitOfWork, importId: string, after: number): Promise<number[]> {
  const { tx } = unit;
  const rows = await listImportRows(tx, importId, { which: 'waiting', after, limit: BATCH_SIZE }).for('update', {
    of: shipmentImportRows,
  });
  if (rows.length === 0) return [];
  const inputs = rows.flatMap(({ fields }) => fields ?? []);
  const shipments = await createShipments(unit, inputs);
  const made = rows.flatMap(({ line, fields }) => {
    const shipment = fields && shipments.get(fields);
    return shipment ? { line, id: shipment.id } : [];
  });
  const lines = made.map(({ line }) => line);
  const ids = made.map(({ id }) => id);
  await tx
    .update(shipmentImportRows)
    .set({ shipmentId: sql`made.shipment_id` })
    .from(sql`unnest(${sql.param(lines)}::int[], ${sql.param(ids)}::uuid[]) as made (line, shipment_id)`)
    .where(and(isOfImport(importId), sql`${line} = made.line`));
  return lines;
}
