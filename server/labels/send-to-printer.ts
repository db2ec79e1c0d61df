import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PrinterProblem } from '../../src/domain/label/printing.ts';
import type { Printer } from '../config/printers.ts';

export interface Sent {
  /** How many labels went out, from the first on. */
  count: number;
  /** Why the next one did not. */
  problem: PrinterProblem | null;
}

export const PRINTER_TIMES = {
  /** For connecting, and for each label. */
  timeoutMs: 10_000,
  /** For the printer to close its end, once it has read everything. Not all do. */
  closeMs: 2_000,
};

/** Makes the printer forget half a label that an earlier connection has left behind. */
const CANCEL_HALF_LABEL = '~JX\n';

/**
 * Sends labels one after the other through one connection, so that nobody else’s come between, and
 * stops at the first that fails. A label counts once the network has taken all its bytes: printers
 * do not say what they have printed.
 */
export async function sendLabels(
  { host, port }: Pick<Printer, 'host' | 'port'>,
  labels: Iterable<string> | AsyncIterable<string>,
  { timeoutMs, closeMs } = PRINTER_TIMES,
): Promise<Sent> {
  let isBroken = false;
  const socket = connect({ host, port, noDelay: true }).on('error', () => {
    isBroken = true;
  });
  // What it says is of no use, but its end is.
  socket.resume();
  const closed = new Promise<'closed'>((resolve) => socket.once('close', () => resolve('closed')));
  const within = <Result>(work: Promise<Result>, ms: number) =>
    Promise.race([work, closed, sleep(ms, 'late' as const, { ref: false })]);
  let count = 0;
  try {
    const connected = new Promise<'connected'>((resolve) => socket.once('connect', () => resolve('connected')));
    if ((await within(connected, timeoutMs)) !== 'connected') return { count, problem: 'printer-unreachable' };
    for await (const label of labels) {
      const result = await within(write(socket, count === 0 ? CANCEL_HALF_LABEL + label : label), timeoutMs);
      if (result === 'late') return { count, problem: 'printer-full' };
      if (result !== 'written') return { count, problem: 'printer-closed' };
      count += 1;
    }
    socket.end();
    await within(closed, closeMs);
    // The last label was on its way when the printer hung up.
    return isBroken ? { count: Math.max(0, count - 1), problem: 'printer-closed' } : { count, problem: null };
  } finally {
    socket.destroy();
  }
}

const write = (socket: Socket, label: string): Promise<'written' | 'failed'> =>
  new Promise((resolve) => socket.write(label, (error) => resolve(error ? 'failed' : 'written')));
