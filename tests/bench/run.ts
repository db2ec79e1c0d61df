/**
 * `npm run bench`: every figure next to its baseline, from one run on one machine, as one table.
 * `npm run bench -- look-up` measures only the named figures; `five-million` (15 GB of disk, about
 * 20 minutes) runs only if named. It is not a test: a missed figure is reported with where to find
 * the reason, one that can’t be measured with its error, and nothing fails.
 */
import { availableParallelism, cpus } from 'node:os';
import { relative } from 'node:path';
import { openBenchEnvironment } from './bench-environment.ts';
import { type Figure, type Row, renderTable } from './figure.ts';
import { courier } from './figures/courier.ts';
import { customer } from './figures/customer.ts';
import { fairness } from './figures/fairness.ts';
import { firstSight } from './figures/first-sight.ts';
import { imports } from './figures/import.ts';
import { live } from './figures/live.ts';
import { logins } from './figures/logins.ts';
import { lookUp } from './figures/look-up.ts';
import { fiveMillion, manager } from './figures/manager.ts';
import { offline } from './figures/offline.ts';
import { offlineColdStart } from './figures/offline-cold-start.ts';
import { openFromList } from './figures/open-from-list.ts';
import { quality } from './figures/quality.ts';
import { responsiveness } from './figures/responsiveness.ts';
import { scripts } from './figures/scripts.ts';
import { start } from './figures/start.ts';
import { visitorsFirst } from './figures/visitors-first.ts';

const FIGURES: readonly Figure[] = [
  scripts,
  quality,
  firstSight,
  offline,
  offlineColdStart,
  openFromList,
  responsiveness,
  courier,
  live,
  start,
  lookUp,
  logins,
  fairness,
  visitorsFirst,
  customer,
  manager,
  fiveMillion,
  imports,
];

const names = process.argv.slice(2);
const unknown = names.filter((name) => !FIGURES.some((figure) => figure.name === name));
if (unknown.length > 0) {
  console.error(`No figure ${unknown.join(', ')}. There are: ${FIGURES.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}

const began = performance.now();
const seconds = () => `${Math.round((performance.now() - began) / 1000)} s`;
const workshop = await openBenchEnvironment();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => workshop.close().finally(() => process.exit(1)));
}
// What breaks beside the figures must leave no server behind either.
process.once('unhandledRejection', (error) => {
  console.error(error);
  void workshop.close().finally(() => process.exit(1));
});
const rows: Row[] = [];
const reasons: string[] = [];
try {
  for (const { name, isOnRequest, measure } of FIGURES) {
    if (names.length > 0 ? !names.includes(name) : isOnRequest) continue;
    console.error(`${name} (${seconds()})`);
    const measured = await measure(workshop).catch((error: unknown) => {
      console.error(error);
      reasons.push(`Not measured: ${name}.`);
      return [];
    });
    rows.push(...measured);
    console.error(renderTable(measured));
    for (const { what, isMet, explain } of measured) {
      if (!isMet && explain) reasons.push(`Missed: ${what}. See ${relative(process.cwd(), await explain())}.`);
    }
  }
} finally {
  await workshop.close();
}
const machine = `${availableParallelism()} × ${cpus()[0]?.model ?? 'CPU'}, Node ${process.versions.node}`;
const lines = [
  `${new Date().toISOString().slice(0, 10)}, ${machine}, ${seconds()}`,
  '',
  renderTable(rows),
  '',
  ...reasons,
];
process.stdout.write(`${lines.join('\n').trimEnd()}\n`);
