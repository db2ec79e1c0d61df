import { namedCellsOf } from '../../../src/domain/shipment-file.ts';
import type { StartImport } from '../../../src/domain/shipment-import.ts';
import type { Services } from '../../context/context.ts';
import { inUnitOfWork, type UnitOfWork, type UnitOfWorkOptions } from '../../context/unit-of-work.ts';
import { UserError } from '../../errors/errors.ts';
import { IMPORT_QUEUE } from '../../jobs/queues.ts';
import type { JobTurn } from '../../jobs/run-jobs.ts';
import {
  countCreatedRows,
  listRowsWithImages,
  lockNextRows,
  markRowBad,
  markRowsCreated,
} from '../../stores/imports/import-rows.ts';
import {
  findImport,
  lockSameFiles,
  markImportChecked,
  markImportDone,
  markImportStarted,
  saveProgress,
} from '../../stores/imports/shipment-imports.ts';
import { createShipments } from '../shipments/create-shipment.ts';
import { findImageProblem } from '../shipments/image-lifecycle.ts';

const BATCH_SIZE = 50;

/**
 * Starts an import, which a job runs.
 * @throws NOT_FOUND, CONFLICT, PRECONDITION_FAILED
 */
export async function startImport(unit: UnitOfWork, { id, scope, createdBefore }: StartImport): Promise<void> {
  await lockSameFiles(unit.tx, id);
  const file = await findImport(unit.tx, id);
  if (!file) throw new UserError('NOT_FOUND', 'This file is no longer available. Please choose it again.');
  if (file.good === 0) throw new UserError('PRECONDITION_FAILED', 'No rows in this file can be imported.');
  if (scope === 'all' && file.good < file.rows) {
    throw new UserError('PRECONDITION_FAILED', 'Some rows have errors. Fix them, or import only the valid rows.');
  }
  if (file.state === 'checked' && createdBefore !== undefined && file.createdBefore > createdBefore) {
    throw new UserError('CONFLICT', 'This file has been imported since you opened this page.');
  }
  const { requestId } = unit;
  const isStarted = await markImportStarted(unit.tx, id, { scope, requestId });
  if (!isStarted) throw new UserError('CONFLICT', 'This import has already started.');
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
    await markImportChecked(services.db, importId);
    return true;
  }
  let created = await countCreatedRows(services.db, importId);
  const createAll = async (runInUnit: RunInUnit, isOver: JobTurn['isOver'] = async () => false) => {
    for (let line: number | null = 0; line !== null; ) {
      await saveProgress(services.db, importId, created);
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
  let refused = 0;
  for (const { line, fields } of await listRowsWithImages(order.services.db, importId)) {
    const message = await findImageProblem(order.services, fields.images);
    if (message === null) continue;
    const row = {
      line,
      cells: namedCellsOf(fields, order.services.environment.TIME_ZONE),
      problems: [{ column: 'Images', message }],
    };
    await inUnitOfWork(order, ({ tx }) => markRowBad(tx, importId, row));
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
  const rows = await lockNextRows(unit.tx, importId, { after, limit: BATCH_SIZE });
  if (rows.length === 0) return { created: 0, lastLine: null };
  const shipments = await createShipments(
    unit,
    rows.map(({ fields }) => fields),
  );
  await markRowsCreated(
    unit.tx,
    importId,
    rows.flatMap(({ line }, at) => shipments.slice(at, at + 1).map(({ id }) => ({ line, shipmentId: id }))),
  );
  return { created: rows.length, lastLine: rows.at(-1)?.line ?? null };
}
