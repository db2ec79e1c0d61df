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
  /** For the first answer, and for hanging up: not all printers do. */
  answerMs: 2_000,
};

/** Makes the printer forget half a label that an earlier connection has left behind. */
const CANCEL_HALF_LABEL = '~JX\n';

/** Most printers answer with three lines. Else labels would count that wait in our own buffers. */
const ASK_STATUS = '~HS\n';
const END_OF_LINE = '\u0003';
const LINES_OF_STATUS = 3;

/**
 * Sends labels one after the other through one connection, so that nobody else’s come between, and
 * stops at the first that fails. A label counts once its printer has answered behind it or, if it
 * never does, once the network has taken all its bytes.
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
  const answered = countAnswers(socket);
  let answers: boolean | undefined;
  let count = 0;
  try {
    const connected = new Promise<'connected'>((resolve) => socket.once('connect', () => resolve('connected')));
    if ((await within(connected, timeoutMs)) !== 'connected') return { count, problem: 'printer-unreachable' };
    for await (const label of labels) {
      const job = (count === 0 ? CANCEL_HALF_LABEL : '') + label + (answers === false ? '' : ASK_STATUS);
      const result = await within(write(socket, job), timeoutMs);
      if (result === 'late') return { count, problem: 'printer-full' };
      if (result !== 'written') return { count, problem: 'printer-closed' };
      if (answers !== false) {
        const heard = await within(answered(count + 1), answers ? timeoutMs : answerMs);
        if (heard === 'closed') return { count, problem: 'printer-closed' };
        if (heard === 'late' && answers) return { count, problem: 'printer-full' };
        answers = heard === 'answered';
      }
      count += 1;
    }
    await within(new Promise<void>((resolve) => socket.end(resolve)), timeoutMs);
    if (answers) return { count, problem: null };
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

/** Reads all that a printer says, and resolves once it has answered so many times. */
function countAnswers(socket: Socket): (times: number) => Promise<'answered'> {
  let lines = 0;
  let check: () => void = () => undefined;
  socket.setEncoding('latin1').on('data', (text: string) => {
    lines += text.split(END_OF_LINE).length - 1;
    check();
  });
  return (times) =>
    new Promise((resolve) => {
      check = () => {
        if (lines >= times * LINES_OF_STATUS) resolve('answered');
      };
      check();
    });
}
