import { expect, it, onTestFinished } from 'vitest';
import { startLabelPrinter } from '../../tests/support/label-printer.ts';
import { sendLabels } from './send-to-printer.ts';

const SHORT = { timeoutMs: 300, closeMs: 50 };
const label = (text: string | number) => `^XA^FD${text}^FS^XZ`;
const LABELS = [1, 2, 3].map(label);

async function printer(...behaviour: Parameters<typeof startLabelPrinter>) {
  const started = await startLabelPrinter(...behaviour);
  onTestFinished(started.close);
  return started;
}

it('labels go out in order through one connection, after half a label is cancelled', async () => {
  const bay = await printer();
  expect(await sendLabels(bay, LABELS)).toEqual({ count: 3, problem: null });
  expect(bay.jobs).toEqual([`~JX\n${LABELS.join('')}`]);
});

it('a printer that is off gets nothing', async () => {
  const bay = await startLabelPrinter();
  await bay.close();
  expect(await sendLabels(bay, LABELS)).toEqual({ count: 0, problem: 'printer-unreachable' });
});

it('a printer that hangs up after the first label gets no third', async () => {
  const bay = await printer({ onLabel: (socket) => socket.resetAndDestroy() });
  async function* slowly() {
    yield label(1);
    while (bay.labels().length === 0) await new Promise(setImmediate);
    yield label(2);
    yield label(3);
  }
  const { count, problem } = await sendLabels(bay, slowly(), SHORT);
  expect(problem).toBe('printer-closed');
  expect(count).toBeLessThanOrEqual(2);
  expect(bay.labels()).toEqual([label(1)]);
});

it('a printer that hangs up at once has not taken the last label', async () => {
  const bay = await printer({ onConnection: (socket) => socket.resetAndDestroy() });
  const { count, problem } = await sendLabels(bay, [label(1)]);
  expect(count).toBe(0);
  // It may hang up before the connection is there.
  expect(['printer-unreachable', 'printer-closed']).toContain(problem);
});

it('a printer that reads no more is full, and what it has not taken is not sent', async () => {
  const bay = await printer({ onConnection: (socket) => socket.pause() });
  const large = Array.from({ length: 40 }, (_, at) => label(String(at).repeat(500_000)));
  const { count, problem } = await sendLabels(bay, large, SHORT);
  expect(problem).toBe('printer-full');
  expect(count).toBeLessThan(40);
});

it('a printer that reads all but never hangs up has taken it', async () => {
  const bay = await printer({ hangsUp: false });
  expect(await sendLabels(bay, LABELS, SHORT)).toEqual({ count: 3, problem: null });
  expect(bay.labels()).toEqual(LABELS);
});

it('what a printer says is ignored', async () => {
  const bay = await printer({ onConnection: (socket) => socket.write('\u0002030,0,0\u0003\r\n'.repeat(10_000)) });
  expect(await sendLabels(bay, LABELS)).toEqual({ count: 3, problem: null });
});
