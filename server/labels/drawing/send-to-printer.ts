import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PrinterFault, PrinterProblem } from '../../../src/domain/labels/printing.ts';
import type { Printer } from '../../base/config/printers.ts';

export interface Sent {
  count: number;
  /** Why the next one did not. */
  problem: PrinterProblem | null;
}

export const PRINTER_TIMES = {
  /** For connecting, and for each label. */
  timeoutMs: 10_000,
  /** For the first answer, and for hanging up: not all printers do. */
  answerMs: 2_000,
};

const CANCEL_HALF_LABEL = '~JX\n';

/** Otherwise labels would count that wait in our own buffers. */
const ASK_STATUS = '~HS\n';
const LINES_OF_STATUS = 3;
/** Unprinted labels would come out a second time later. */
const CANCEL_ALL = '~JA\n';
const POLL_MS = 250;
const MAX_STATUS_LETTERS = 1_000;

const known = new Set<string>();

/**
 * Uses one connection, so that nobody else’s labels come between. A label counts once its printer
 * says that it is printed or, if it never responds, once the network has taken all its bytes.
 */
export async function sendLabels(
  { host, port }: Pick<Printer, 'host' | 'port'>,
  labels: Iterable<string> | AsyncIterable<string>,
  { timeoutMs, answerMs } = PRINTER_TIMES,
): Promise<Sent> {
  let isBroken = false;
  const socket = connect({ host, port, noDelay: true }).on('error', () => {
    isBroken = true;
  });
  const closed = new Promise<'closed'>((resolve) => socket.once('close', () => resolve('closed')));
  const within = <Result>(work: Promise<Result>, ms: number) =>
    Promise.race([work, closed, sleep(ms, 'late' as const, { ref: false })]);
  const next = readStatus(socket);
  const name = `${host} ${port}`;
  let count = 0;
  const stopped = async ({ fault, waiting }: PrinterStatus): Promise<Sent | null> => {
    if (!fault) return null;
    await within(write(socket, CANCEL_ALL), timeoutMs);
    return { count: Math.max(0, count - Math.max(1, waiting)), problem: fault };
  };
  try {
    const connected = new Promise<'connected'>((resolve) => socket.once('connect', () => resolve('connected')));
    if ((await within(connected, timeoutMs)) !== 'connected') return { count, problem: 'printer-unreachable' };
    if ((await within(write(socket, CANCEL_HALF_LABEL + ASK_STATUS), timeoutMs)) !== 'written')
      return { count, problem: 'printer-closed' };
    const first = await within(next(), known.has(name) ? timeoutMs : answerMs);
    if (first === 'closed') return { count, problem: 'printer-closed' };
    if (first === 'late' && known.has(name)) return { count, problem: 'printer-full' };
    const responds = first !== 'late';
    let status: PrinterStatus = responds ? first : { waiting: 0 };
    if (responds) known.add(name);
    // Nothing of ours is in it.
    if (status.fault) return { count, problem: status.fault };
    for await (const label of labels) {
      const result = await within(write(socket, label + (responds ? ASK_STATUS : '')), timeoutMs);
      if (result === 'late') return { count, problem: 'printer-full' };
      if (result !== 'written') return { count, problem: 'printer-closed' };
      if (responds) {
        const heard = await within(next(), timeoutMs);
        if (heard === 'closed') return { count, problem: 'printer-closed' };
        if (heard === 'late') return { count, problem: 'printer-full' };
        status = heard;
      }
      count += 1;
      const fault = await stopped(status);
      if (fault) return fault;
    }
    // The printer takes labels faster than it prints. Others’ may come in between.
    let [least, since] = [status.waiting, Date.now()];
    while (status.waiting > 0 && Date.now() - since < timeoutMs) {
      await sleep(POLL_MS);
      await within(write(socket, ASK_STATUS), timeoutMs);
      const heard = await within(next(), timeoutMs);
      if (heard === 'closed' || heard === 'late') break;
      status = heard;
      const fault = await stopped(status);
      if (fault) return fault;
      if (status.waiting < least) [least, since] = [status.waiting, Date.now()];
    }
    await within(new Promise<void>((resolve) => socket.end(resolve)), timeoutMs);
    if (responds) return { count, problem: null };
    await within(closed, answerMs);
    // The last label was on its way.
    return isBroken ? { count: Math.max(0, count - 1), problem: 'printer-closed' } : { count, problem: null };
  } finally {
    // What is still in our buffers must not come out later.
    if (socket.writableFinished) socket.destroy();
    else socket.resetAndDestroy();
  }
}

const write = (socket: Socket, label: string): Promise<'written' | 'failed'> =>
  new Promise((resolve) => socket.write(label, (error) => resolve(error ? 'failed' : 'written')));

interface PrinterStatus {
  /** Labels that it has not printed. */
  waiting: number;
  fault?: PrinterFault;
}

function readStatus(socket: Socket): () => Promise<PrinterStatus> {
  const statuses: PrinterStatus[] = [];
  let heard = '';
  let lines: string[] = [];
  let resolveNext: ((status: PrinterStatus) => void) | undefined;
  socket.setEncoding('latin1').on('data', (text: string) => {
    const parts = (heard + text).split('\u0003');
    heard = (parts.pop() ?? '').slice(-MAX_STATUS_LETTERS);
    for (const part of parts) {
      lines.push(part.slice(part.lastIndexOf('\u0002') + 1));
      if (lines.length < LINES_OF_STATUS) continue;
      statuses.push(parseStatus(lines));
      lines = [];
    }
    const [status] = statuses;
    if (status && resolveNext) {
      statuses.shift();
      resolveNext(status);
      resolveNext = undefined;
    }
  });
  return () =>
    new Promise((resolve) => {
      const status = statuses.shift();
      if (status) resolve(status);
      else resolveNext = resolve;
    });
}

/** ZPL II describes the answer to `~HS`. */
function parseStatus(lines: readonly string[]): PrinterStatus {
  const [one = [], two = []] = lines.map((line) => line.split(','));
  const waiting = (Number(one[4]) || 0) + (Number(two[8]) || 0);
  const faults: [boolean, PrinterFault][] = [
    [two[2] === '1', 'printer-open'],
    [one[1] === '1', 'printer-paper'],
    [two[3] === '1', 'printer-ribbon'],
    [one[2] === '1', 'printer-paused'],
  ];
  const fault = faults.find(([isSo]) => isSo)?.[1];
  return { waiting, ...(fault && { fault }) };
}
