import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { and, eq, gt, sql } from 'drizzle-orm';
import { dayIn } from '../../src/domain/dates.ts';
import {
  type FileFormat,
  type LabelNote,
  PRINT_FILE_MS,
  type PrintedDocument,
  type PrintFileOrder,
} from '../../src/domain/labels/printing.ts';
import type { Executor, Transaction } from '../base/database/client.ts';
import { printFiles } from '../base/database/tables/print-files.ts';
import { UserError } from '../base/errors/errors.ts';
import { openNameless } from '../base/images/nameless-file.ts';
import type { Services } from '../context/context.ts';
import { inUnitOfWork } from '../context/unit-of-work.ts';
import { writeFile } from './drawing/run-writer.ts';
import type { Asker } from './get-printable.ts';
import { type Drawable, type DrawingOrder, readDrawable } from './read-drawable.ts';
import { recordPrints } from './record-prints.ts';

export interface DrawnFile {
  name: string;
  type: string;
  size: number;
  content: Readable;
  notes: LabelNote[];
}

export interface DrawingCall {
  asker: Asker;
  requestId: string;
  signal: AbortSignal;
}

const TYPES: Record<FileFormat, string> = {
  pdf: 'application/pdf',
  zpl: 'application/zpl',
  png: 'image/png',
};

const NAMES: Record<PrintedDocument, string> = {
  labels: 'labels',
  handover: 'hand-over-list',
  'missed-cards': 'missed-cards',
  'run-sheet': 'run-sheet',
};

/** Returns a user’s order of the last hour. */
async function findPrintFile(
  executor: Executor,
  { id, userId }: { id: string; userId: string },
): Promise<PrintFileOrder | undefined> {
  const isFresh = gt(printFiles.createdAt, sql`now() - make_interval(secs => ${PRINT_FILE_MS / 1000})`);
  const [file] = await executor
    .select({ order: printFiles.order })
    .from(printFiles)
    .where(and(eq(printFiles.id, id), eq(printFiles.userId, userId), isFresh));
  return file?.order;
}

async function markDrawn(tx: Transaction, id: string): Promise<boolean> {
  const marked = await tx
    .update(printFiles)
    .set({ isDrawn: true })
    .where(and(eq(printFiles.id, id), eq(printFiles.isDrawn, false)))
    .returning({ id: printFiles.id });
  return marked.length > 0;
}

/**
 * Draws a file that the asker ordered within the last hour, from the present state of its shipments, and remembers the
 * prints. It is on disk before its first byte is sent: a slow reader delays nobody, and no file is half.
 * @throws NOT_FOUND
 */
export async function drawPrintFile(
  services: Services,
  { asker, requestId, signal }: DrawingCall,
  id: string,
): Promise<DrawnFile> {
  const order = await findPrintFile(services.db, { id, userId: asker.id });
  if (!order) throw new UserError('NOT_FOUND', 'This file is no longer there. Print it again.');
  const drawable = await readDrawable(services, asker, order);
  const record = () =>
    inUnitOfWork({ services, actor: asker, procedure: 'labels', requestId }, async (unit) => {
      const printed = { ids: drawable.printable.shipments.map((shipment) => shipment.id), userId: asker.id };
      if (await markDrawn(unit.tx, id)) await recordPrints(unit, { ...printed, document: order.document });
    });
  return drawFile(services, drawable, signal, record);
}

export const drawOrder = async (services: Services, { asker, signal }: DrawingCall, order: DrawingOrder) =>
  drawFile(services, await readDrawable(services, asker, order), signal);

export async function drawFile(
  services: Services,
  drawable: Drawable,
  signal: AbortSignal,
  record?: () => Promise<void>,
): Promise<DrawnFile> {
  const file = await drawToDisk(services, drawable, signal);
  try {
    await record?.();
    const { size } = await file.stat();
    // The response breaks off.
    const content = file.createReadStream({ start: 0 }).on('error', () => content.destroy());
    const name = nameOf(drawable, services.environment.TIME_ZONE);
    return { name, type: TYPES[drawable.head.format], size, content, notes: drawable.notes };
  } catch (error) {
    await file.close();
    throw error;
  }
}

export async function drawToDisk(
  services: Services,
  { head, printable, count }: Drawable,
  signal: AbortSignal,
): Promise<FileHandle> {
  const file = await openNameless(services.images.unfinished);
  try {
    await writeFile({ fonts: services.environment.LABEL_FONTS, head, printable, labels: count }, file, signal);
    return file;
  } catch (error) {
    await file.close();
    // Nobody is there to read it: no fault.
    throw signal.aborted ? new UserError('TIMEOUT') : error;
  }
}

function nameOf({ head, printable: { shipments } }: Drawable, timeZone: string): string {
  const [first] = shipments;
  const of = shipments.length === 1 && first ? first.trackingId : dayIn(timeZone, new Date());
  return `${NAMES[head.style.document]}-${of}.${head.format}`;
}
