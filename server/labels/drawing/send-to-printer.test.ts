import { expect, it, onTestFinished } from 'vitest';
import { startLabelPrinter } from '../../../tests/support/label-printer.ts';
import { until } from '../../../tests/support/until.ts';
import { sendLabels } from './send-to-printer.ts';

const SHORT = { timeoutMs: 300, answerMs: 50 };
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
  expect(bay.jobs).toEqual([`~JX\n~HS\n${LABELS.map((one) => `${one}~HS\n`).join('')}`]);
});

it('a silent printer is asked for its status once, and gets its labels', async () => {
  const bay = await printer({ responds: false });
  expect(await sendLabels(bay, LABELS, SHORT)).toEqual({ count: 3, problem: null });
  expect(bay.jobs).toEqual([`~JX\n~HS\n${LABELS.join('')}`]);
});

it('a printer that is off gets nothing', async () => {
  const bay = await startLabelPrinter();
  await bay.close();
  expect(await sendLabels(bay, LABELS)).toEqual({ count: 0, problem: 'printer-unreachable' });
});

it('a printer that hangs up at the second label has not taken it, and gets no third', async () => {
  const bay = await printer({ onLabel: (socket, count) => count === 2 && socket.resetAndDestroy() });
  expect(await sendLabels(bay, LABELS)).toEqual({ count: 1, problem: 'printer-closed' });
  expect(bay.labels()).toEqual([label(1), label(2)]);
});

it.each([true, false])('a printer that hangs up at once has taken nothing (responds: %s)', async (responds) => {
  const bay = await printer({ responds, onConnection: (socket) => socket.resetAndDestroy() });
  const { count, problem } = await sendLabels(bay, [label(1)]);
  expect(count).toBe(0);
  // It may hang up before the connection is there.
  expect(['printer-unreachable', 'printer-closed']).toContain(problem);
});

it('a printer that falls silent is full after its last response', async () => {
  const bay = await printer({ onLabel: (socket, count) => count === 3 && socket.pause() });
  const many = Array.from({ length: 10 }, (_, at) => label(at));
  const { count, problem } = await sendLabels(bay, many, SHORT);
  expect([count, problem]).toEqual([3, 'printer-full']);
});

it('a silent printer that stops reading is full', async () => {
  const bay = await printer({ responds: false, onConnection: (socket) => socket.pause() });
  const large = Array.from({ length: 40 }, (_, at) => label(String(at).repeat(500_000)));
  const { count, problem } = await sendLabels(bay, large, SHORT);
  expect(problem).toBe('printer-full');
  expect(count).toBeLessThan(40);
});

it('a silent printer that keeps the connection open has taken what it read', async () => {
  const bay = await printer({ responds: false, hangsUp: false });
  expect(await sendLabels(bay, LABELS, SHORT)).toEqual({ count: 3, problem: null });
  expect(bay.labels()).toEqual(LABELS);
});

it.each([
  [{ isPaperOut: true }, 'printer-paper'],
  [{ isOpen: true, isPaused: true }, 'printer-open'],
  [{ isRibbonOut: true }, 'printer-ribbon'],
  [{ isPaused: true }, 'printer-paused'],
] as const)('a printer that says %j gets nothing, or prints no more', async (status, problem) => {
  const before = await printer({ status: () => status });
  expect(await sendLabels(before, LABELS)).toEqual({ count: 0, problem });
  expect(before.labels()).toEqual([]);
  const later = await printer({ status: (labels) => (labels < 2 ? {} : status) });
  expect(await sendLabels(later, LABELS)).toEqual({ count: 1, problem });
  expect(later.labels()).toEqual(LABELS.slice(0, 2));
});

it('what waits in a printer when its paper ends is not printed, and is cancelled', async () => {
  let asked = 0;
  const bay = await printer({ status: (waiting) => ({ waiting, isPaperOut: ++asked > LABELS.length + 1 }) });
  expect(await sendLabels(bay, LABELS)).toEqual({ count: 0, problem: 'printer-paper' });
  await until('the rest is cancelled', () => bay.jobs.join().endsWith('~JA\n'));
});

it('a printer that has answered before and is silent now gets nothing', async () => {
  let connections = 0;
  const bay = await printer({ onConnection: (socket) => ++connections > 1 && socket.pause() });
  await sendLabels(bay, LABELS);
  expect(await sendLabels(bay, LABELS, SHORT)).toEqual({ count: 0, problem: 'printer-full' });
  expect(bay.labels()).toEqual(LABELS);
});
