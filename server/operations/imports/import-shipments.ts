import { namedCellsOf } from '../../../src/domain/shipment-file.ts';
import type { ImportScope } from '../../../src/domain/shipment-import.ts';
import type { Services } from '../../context/context.ts';
import { inUnitOfWork, type UnitOfWork, type WorkOrder } from '../../context/unit-of-work.ts';
import { Refusal } from '../../errors/errors.ts';
import { IMPORT_QUEUE } from '../../jobs/queue.ts';
import {
  countCreatedRows,
  findImport,
  listRowsWithImages,
  markImportChecked,
  markImportDone,
  markImportStarted,
  markRowBad,
  markRowsCreated,
  noteProgress,
  takeRows,
} from '../../stores/imports/shipment-imports.ts';
import { createShipments } from '../shipments/create-shipment.ts';
import { problemOfImages } from '../shipments/keep-images.ts';

/** Few enough that nobody else's call waits long for the statement or for the thread. */
const ROWS_AT_ONCE = 250;

/**
 * Starts the import of a checked file (shipmentImport.start); a job does the work. Throws NOT_FOUND for a file that is
 * not there any more, CONFLICT for one that was started already, PRECONDITION_FAILED where no row, or with `all` not every
 * row, is good. Docs: decision 0014.
 */
export async function startImport(unit: UnitOfWork, { id, scope }: { id: string; scope: ImportScope }): Promise<void> {
  const file = await findImport(unit.tx, id);
  if (!file) throw new Refusal('NOT_FOUND', 'This file is no longer available. Please choose it again.');
  if (file.good === 0) throw new Refusal('PRECONDITION_FAILED', 'No rows in this file can be imported.');
  if (scope === 'all' && file.good < file.rows) {
    throw new Refusal('PRECONDITION_FAILED', 'Some rows have errors. Fix them, or import only the valid rows.');
  }
  const { requestId } = unit;
  const isStarted = await markImportStarted(unit.tx, id, { scope, requestId });
  if (!isStarted) throw new Refusal('CONFLICT', 'This import has already started.');
  await unit.services.jobs.send(unit.tx, IMPORT_QUEUE, { importId: id });
}

/**
 * Does the job of an import, from wherever an earlier attempt was cut off: a row and its shipment are committed together,
 * so that a row becomes one shipment however often this runs, and by however many servers. With `all` every row is in
 * one transaction, and where one of them has turned bad the file goes back to be looked at again. Throws what the
 * database throws; then it has to be called again.
 */
export async function runImport(services: Services, importId: string): Promise<void> {
  const file = await findImport(services.db, importId);
  if (file?.state !== 'running') return;
  const order: WorkOrder = {
    services,
    actor: { id: file.userId },
    procedure: 'shipmentImport.start',
    requestId: file.requestId ?? '',
  };
  const refused = await refuseRows(order, importId);
  if (refused > 0 && file.scope === 'all') return markImportChecked(services.db, importId);
  let created = await countCreatedRows(services.db, importId);
  const createAll = async (inUnit: InUnit) => {
    for (let line: number | null = 0; line !== null; ) {
      await noteProgress(services.db, importId, created);
      const after: number = line;
      const batch = await inUnit((unit) => createNext(unit, importId, after));
      created += batch.created;
      line = batch.lastLine;
    }
  };
  if (file.scope === 'all') await inUnitOfWork(order, (unit) => createAll((work) => work(unit)));
  else await createAll((work) => inUnitOfWork(order, work));
  await markImportDone(services.db, importId);
}

/**
 * Makes bad rows of those that have turned bad since they were checked: an upload that no shipment takes is removed after
 * a day. Answers how many. One that goes after this makes the creation fail, and is found here the next time.
 */
async function refuseRows(order: WorkOrder, importId: string): Promise<number> {
  let refused = 0;
  for (const { line, fields } of await listRowsWithImages(order.services.db, importId)) {
    const message = await problemOfImages(order.services, fields.images);
    if (message === null) continue;
    const row = { line, cells: namedCellsOf(fields), problems: [{ column: 'Images', message }] };
    await inUnitOfWork(order, ({ tx }) => markRowBad(tx, importId, row));
    refused += 1;
  }
  return refused;
}

type InUnit = (work: (unit: UnitOfWork) => Promise<Batch>) => Promise<Batch>;

interface Batch {
  created: number;
  /** Null where there are no more rows. */
  lastLine: number | null;
}

async function createNext(unit: UnitOfWork, importId: string, after: number): Promise<Batch> {
  const rows = await takeRows(unit.tx, importId, { after, limit: ROWS_AT_ONCE });
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
