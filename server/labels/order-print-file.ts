import type { PrintFile, PrintFileOrder } from '../../src/domain/labels/printing.ts';
import type { Transaction } from '../base/database/client.ts';
import { printFiles } from '../base/database/tables/print-files.ts';
import { insertRow } from '../base/sql/rows.ts';
import type { Services } from '../context/context.ts';
import { inUnitOfWork } from '../context/unit-of-work.ts';
import { countFilesAhead } from './drawing/run-writer.ts';
import type { Asker } from './get-printable.ts';
import { readDrawable } from './read-drawable.ts';

async function insertPrintFile(tx: Transaction, file: { userId: string; order: PrintFileOrder }): Promise<string> {
  return (await insertRow(tx, printFiles, file)).id;
}

export async function orderPrintFile(
  services: Services,
  { asker, requestId }: { asker: Asker; requestId: string },
  order: PrintFileOrder,
): Promise<PrintFile> {
  const { count, problems, notes } = await readDrawable(services, asker, order);
  const unit = { services, actor: asker, procedure: 'labels' as const, requestId };
  const id = await inUnitOfWork(unit, ({ tx }) => insertPrintFile(tx, { userId: asker.id, order }));
  return { id, count, ahead: countFilesAhead(), problems, notes };
}
