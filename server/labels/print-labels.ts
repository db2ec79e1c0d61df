import type { FileHandle } from 'node:fs/promises';
import {
  type PrintedDocument,
  type PrintedLabel,
  type PrintedShipment,
  type PrintLabels,
  type PrintResult,
  parcelNumber,
  printerSentence,
} from '../../src/domain/labels/printing.ts';
import { claimIdempotencyKey, findAnswer, storeAnswer } from '../auth/store/idempotency-keys.ts';
import type { Printer } from '../base/config/printers.ts';
import { fieldError, UserError } from '../base/errors/errors.ts';
import type { LaneQueue } from '../base/limits/lane-queue.ts';
import { inTurn, sharedQueue } from '../base/limits/shared-queues.ts';
import type { Services } from '../context/context.ts';
import { hashCall, inUnitOfWork, keyConflict, type UnitOfWork } from '../context/unit-of-work.ts';
import { drawToDisk } from './draw-print-file.ts';
import { PRINTER_TIMES, type Sent, sendLabels } from './drawing/send-to-printer.ts';
import type { Asker } from './get-printable.ts';
import { type Drawable, readDrawable } from './read-drawable.ts';
import { recordPrints } from './record-prints.ts';

export interface PrintCall {
  asker: Asker;
  requestId: string;
  key: string | null;
  log: { error(details: object, message: string): void };
}

const PROCEDURE = 'printLabels' as const;
/** Callers may hang up. */
const UNSTOPPED = new AbortController().signal;

const running = new Map<string, { inputHash: Buffer; result: Promise<PrintResult> }>();
const queues = new Map<string, LaneQueue>();

/**
 * Sends the labels or cards of shipments to a printer of the server once per key, and says which went out.
 * @throws BAD_REQUEST for an unknown printer, or if nothing can be drawn; NOT_FOUND; CONFLICT if
 * nobody knows any more what an earlier call with this key has sent.
 */
export async function printLabels(
  services: Services,
  call: PrintCall,
  order: PrintLabels,
  times = PRINTER_TIMES,
): Promise<PrintResult> {
  const { asker, key } = call;
  const printer = services.environment.PRINTERS.find(({ name }) => name === order.printer);
  if (!printer) throw fieldError('printer', 'This printer doesn’t exist.');
  const inputHash = hashCall(PROCEDURE, order);
  const job: Job = { services, call, printer, inputHash, document: order.document, times };
  if (key === null) return print(job, order);
  const name = `${asker.id} ${key}`;
  const earlier = running.get(name);
  if (earlier && !earlier.inputHash.equals(inputHash)) throw keyConflict();
  const result = earlier?.result ?? print(job, order).finally(() => running.delete(name));
  running.set(name, { inputHash, result });
  return result;
}

interface Job {
  services: Services;
  call: PrintCall;
  printer: Printer;
  inputHash: Buffer;
  document: PrintedDocument;
  times: typeof PRINTER_TIMES;
}

async function print(job: Job, { printer, fromParcel, ...order }: PrintLabels): Promise<PrintResult> {
  const { services, call } = job;
  const { id: userId } = call.asker;
  const isKnown = call.key !== null && (await findAnswer(services.db, { userId, key: call.key })) !== undefined;
  const stored = isKnown ? await claimKey(job) : null;
  if (stored) return stored;

  const style = { ...order, first: 1, format: 'zpl' as const, dpi: job.printer.dpi };
  const drawable = await readDrawable(services, call.asker, style);
  const labels = listLabels(drawable).slice(fromParcel - 1);
  if (labels.length === 0) throw fieldError('fromParcel', 'This parcel doesn’t exist.');
  const file = await drawToDisk(services, drawable, UNSTOPPED);
  try {
    return await inTurn(
      queueOf(job.printer),
      async () => {
        // Now, so that a job that has not begun can be asked for again.
        const known = await claimKey(job);
        if (known) return known;
        const sent = await sendLabels(job.printer, readLabels(file, fromParcel - 1), job.times);
        const result = describe(printer, labels, sent, drawable);
        await remember(job, result).catch((error: unknown) => {
          call.log.error({ err: error }, 'Which labels were printed could not be stored');
        });
        return result;
      },
      { size: labels.length },
    );
  } finally {
    await file.close();
  }
}

function queueOf({ name }: Printer): LaneQueue {
  const queue = queues.get(name) ?? sharedQueue('printer', 1);
  queues.set(name, queue);
  return queue;
}

const inUnit = <Result>({ services, call: { asker, requestId } }: Job, work: (unit: UnitOfWork) => Promise<Result>) =>
  inUnitOfWork({ services, actor: asker, procedure: PROCEDURE, requestId }, work);

/** Stays claimed whatever happens: a server that was killed may have printed. Returns an earlier result. */
async function claimKey(job: Job): Promise<PrintResult | null> {
  const { asker, key } = job.call;
  if (key === null) return null;
  const { inputHash } = job;
  const stored = await inUnit(job, ({ tx }) => claimIdempotencyKey(tx, { userId: asker.id, key, inputHash }));
  if (!stored) return null;
  if (!stored.inputHash.equals(inputHash)) throw keyConflict();
  if (!stored.answer) throw new UserError('CONFLICT', 'This was sent before. Look at what came out of the printer.');
  return stored.answer as PrintResult;
}

const remember = (job: Job, result: PrintResult): Promise<void> =>
  inUnit(job, async (unit) => {
    const { asker, key } = job.call;
    if (key !== null) await storeAnswer(unit.tx, { userId: asker.id, key, answer: result });
    const unsent = new Set(result.rest?.selection.ids);
    const ids = [...new Set(result.labels.map(({ id }) => id))].filter((id) => !unsent.has(id));
    await recordPrints(unit, { ids, userId: asker.id, document: job.document });
  });

function listLabels({ head, printable: { shipments } }: Drawable): Omit<PrintedLabel, 'result'>[] {
  const isOneEach = head.style.document !== 'labels';
  return shipments.flatMap(({ id, trackingId, parcels }: PrintedShipment) =>
    Array.from({ length: isOneEach ? 1 : parcels }, (_, at) => ({ id, number: parcelNumber(trackingId, at + 1) })),
  );
}

/** A file of 10,000 labels can be 100 MB. */
async function* readLabels(file: FileHandle, skipped: number): AsyncGenerator<string> {
  let label = '';
  let count = 0;
  for await (const line of file.readLines({ start: 0 })) {
    label += `${line}\n`;
    if (!line.endsWith('^XZ')) continue;
    count += 1;
    if (count > skipped) yield label;
    label = '';
  }
}

function describe(
  printer: string,
  labels: readonly Omit<PrintedLabel, 'result'>[],
  { count, problem }: Sent,
  { problems, notes }: Drawable,
): PrintResult {
  const resultOf = (at: number) => (at < count ? 'sent' : at === count ? 'failed' : 'not-tried');
  const unsent = labels.slice(count);
  const [next] = unsent;
  return {
    labels: labels.map((label, at) => ({ ...label, result: resultOf(at) })),
    ...(problem && { stopped: { reason: problem, message: printerSentence(problem, printer) } }),
    ...(next && {
      rest: {
        selection: { ids: [...new Set(unsent.map(({ id }) => id))] },
        order: 'given',
        fromParcel: Number(/-(\d+)$/.exec(next.number)?.[1] ?? 1),
      },
    }),
    problems,
    notes,
  };
}
