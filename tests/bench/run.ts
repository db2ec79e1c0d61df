/**
 * `npm run bench`: measures every figure beside its baseline and writes docs/figures.md. It is not a test: missed
 * figures say where to find the reason, unmeasurable ones show their error, and nothing fails.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { openBenchEnvironment } from './bench-environment.ts';
import { type Figure, renderTable } from './figure.ts';
import { activities } from './figures/activities.ts';
import { courier } from './figures/courier.ts';
import { customer } from './figures/customer.ts';
import { fairness } from './figures/fairness.ts';
import { firstSight } from './figures/first-sight.ts';
import { greedy } from './figures/greedy.ts';
import { imports } from './figures/import.ts';
import { labels } from './figures/labels.ts';
import { live } from './figures/live.ts';
import { logins } from './figures/logins.ts';
import { lookUp } from './figures/look-up.ts';
import { manager, tenMillion } from './figures/manager.ts';
import { offline } from './figures/offline.ts';
import { offlineColdStart } from './figures/offline-cold-start.ts';
import { openFromList } from './figures/open-from-list.ts';
import { quality } from './figures/quality.ts';
import { reports } from './figures/reports.ts';
import { responsiveness } from './figures/responsiveness.ts';
import { routes } from './figures/routes.ts';
import { scripts } from './figures/scripts.ts';
import { start } from './figures/start.ts';
import { visitorsFirst } from './figures/visitors-first.ts';
import { windows } from './figures/windows.ts';
import {
  describeMachine,
  mergeRows,
  parseFiguresPage,
  type RecordedRow,
  recordRow,
  renderFiguresPage,
  unmeasuredRows,
} from './figures-page.ts';

const FIGURES: readonly Figure[] = [
  scripts,
  quality,
  firstSight,
  offline,
  offlineColdStart,
  openFromList,
  responsiveness,
  courier,
  routes,
  live,
  start,
  lookUp,
  logins,
  fairness,
  visitorsFirst,
  greedy,
  labels,
  customer,
  manager,
  reports,
  tenMillion,
  activities,
  imports,
  windows,
];

const FIGURES_PAGE = join(import.meta.dirname, '../../docs/figures.md');
const FIGURE_NAMES = FIGURES.map(({ name }) => name);
const HELP = `npm run bench -- [figure…]   Figures: ${FIGURE_NAMES.join(', ')}.
Each is measured in turns with its baseline: compare ratios between machines, not times. A p99 of a list is the median of nine rounds.
activities takes 20 minutes and 15 GB of disk, ten-million 40 and 30 GB: they run only if named. Slow phones differ by half from hour to hour.`;

const names = process.argv.slice(2);
if (names.includes('--help')) {
  process.stdout.write(`${HELP}\n`);
  process.exit(0);
}
const unknown = names.filter((name) => !FIGURE_NAMES.includes(name));
if (unknown.length > 0) {
  console.error(`No figure ${unknown.join(', ')}. There are: ${FIGURE_NAMES.join(', ')}.`);
  process.exit(1);
}

const began = performance.now();
const seconds = () => `${Math.round((performance.now() - began) / 1000)} s`;
const workshop = await openBenchEnvironment();
let isCutOff = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    isCutOff = true;
    void workshop.close().finally(() => process.exit(1));
  });
}
// What breaks beside the figures must leave no server behind either.
process.once('unhandledRejection', (error) => {
  console.error(error);
  void workshop.close().finally(() => process.exit(1));
});
const date = new Date().toISOString().slice(0, 10);
const before = parseFiguresPage(await readFile(FIGURES_PAGE, 'utf8'));
const recorded: RecordedRow[] = [];
const reasons: string[] = [];
try {
  for (const { name, isOnRequest, measure } of FIGURES) {
    if (names.length > 0 ? !names.includes(name) : isOnRequest) continue;
    console.error(`${name} (${seconds()})`);
    const measured = await measure(workshop).catch((error: unknown) => {
      console.error(error);
      reasons.push(`Not measured: ${name}.`);
      recorded.push(...unmeasuredRows(name, date, before));
      return [];
    });
    recorded.push(...measured.map((row) => recordRow(name, date, row)));
    console.error(renderTable(measured));
    for (const { what, isMet, explain } of measured) {
      if (!isMet && explain) reasons.push(`Missed: ${what}. See ${relative(process.cwd(), await explain())}.`);
    }
  }
} finally {
  await workshop.close();
}
const rows = mergeRows(before, recorded, FIGURE_NAMES);
if (recorded.length > 0 && !isCutOff) await writeFile(FIGURES_PAGE, renderFiguresPage(rows, date, describeMachine()));
const written = `${relative(process.cwd(), FIGURES_PAGE)} has ${recorded.length} new rows, after ${seconds()}.`;
process.stdout.write(`${[written, ...reasons].join('\n')}\n`);
