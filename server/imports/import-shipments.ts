import { namedCellsOf } from '../../src/domain/shipment-file.ts';
import { MAX_IMPORT_ROWS, type StartImport } from '../../src/domain/shipment-import.ts';
import { UserError } from '../base/errors/errors.ts';
import type { Services } from '../context/context.ts';
import { inUnitOfWork, type UnitOfWork, type UnitOfWorkOptions } from '../context/unit-of-work.ts';
import { IMPORT_QUEUE } from '../jobs/queues.ts';
import type { JobTurn } from '../jobs/run-jobs.ts';
import { createShipments } from '../shipments/create-shipment.ts';
import { findImageProblem } from '../shipments/image-lifecycle.ts';
import { requireImport } from './get-import.ts';
import {
  countCreatedRows,
  findImport,
  listImportRows,
  lockNextRows,
  lockSameFiles,
  markImportDone,
  markRowBad,
  markRowsCreated,
  updateImport,
} from './store/shipment-imports.ts';

const BATCH_SIZE = 50;

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
  const file = await findImport(services.db, importId);
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
    await updateImport(services.db, importId, { state: 'checked', scope: null });
    return true;
  }
  let created = await countCreatedRows(services.db, importId);
  const createAll = async (runInUnit: RunInUnit, isOver: JobTurn['isOver'] = async () => false) => {
    for (let line: number | null = 0; line !== null; ) {
      await updateImport(services.db, importId, { created }, 'running');
      const after: number = line;
      const batch = await runInUnit((unit) => createNextBatch(unit, importId, after));
      created += batch.created;
      line = batch.lastLine;
      if (line !== null && (await isOver())) return false;
    }
    return true;
  };
  if (file.scope === 'all') await inUnitOfWork(order, (unit) => createAll((work) => work(unit)));
  else if (!(await createAll((work) => inUnitOfWork(order, work), turn?.isOver))) return false;
  await markImportDone(services.db, importId);
  return true;
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

type RunInUnit = (work: (unit: UnitOfWork) => Promise<Batch>) => Promise<Batch>;

interface Batch {
  created: number;
  /** Null at the end. */
  lastLine: number | null;
}

async function createNextBatch(unit: UnitOfWork, importId: string, after: number): Promise<Batch> {
  const rows = await lockNextRows(unit.tx, importId, after, BATCH_SIZE);
  if (rows.length === 0) return { created: 0, lastLine: null };
  const shipments = await createShipments(
    unit,
    rows.flatMap(({ fields }) => fields ?? []),
  );
  const made = rows.flatMap(({ line, fields }) => {
    const shipment = fields && shipments.get(fields);
    return shipment ? { line, shipmentId: shipment.id } : [];
  });
  await markRowsCreated(unit.tx, importId, made);
  return { created: rows.length, lastLine: rows.at(-1)?.line ?? null };
}
