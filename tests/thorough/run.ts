/**
 * `npm run test:thorough [PART…]`: runs the parts that are too long for every change, or those named, within an hour,
 * and prints a table. The exit code is 1 if a part failed or was cut off.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { FONT_NAMES, withFont } from './fonts.ts';

const ROOT = join(import.meta.dirname, '../..');
const LIMIT_MS = 60 * 60_000;
/** A part that is asked to stop has this long to take its servers and browsers down. */
const STOP_WITHIN_MS = 10_000;

const playwright = (folder: string) => ['playwright', 'test', `tests/thorough/${folder}/`];
const vitest = (...files: string[]) => ['vitest', 'run', ...files];

interface Part {
  about: string;
  command: string[];
  env?: Record<string, string>;
}

/** What each part is about, and the command that runs it. The longest come last. */
const PARTS: Record<string, Part> = {
  clocks: { about: 'devices whose clock is wrong', command: playwright('clocks') },
  device: { about: 'what a device keeps, on its disk too', command: playwright('device') },
  updates: { about: 'new versions, retired ones and old rows', command: playwright('updates') },
  engines: { about: 'Chromium, Firefox, WebKit and the oldest browsers', command: playwright('engines') },
  server: {
    about: 'processes killed while busy, and every label of a full file',
    command: vitest('tests/thorough/server/'),
  },
  deploy: {
    about: 'the release, from packing it to its commands, and the files people run it with',
    command: vitest('tests/thorough/deploy/'),
  },
  properties: {
    about: 'random orders of acts, at full size',
    command: vitest(
      'tests/server/ledger',
      'tests/server/courier-interleavings',
      'tests/server/cod.test',
      'tests/server/figures-proof',
      'tests/server/statements',
      'tests/server/year',
    ),
  },
  networks: { about: 'every page on every bad network', command: playwright('networks') },
  ...Object.fromEntries(
    FONT_NAMES.map((font) => [
      `sizes-${font}`,
      {
        about: `every page at four sizes, in a font of ${font} letters`,
        command: playwright('sizes'),
        env: withFont(font),
      },
    ]),
  ),
  storms: { about: 'outbox, courier’s day and scans while browsers die', command: playwright('storms') },
};

interface Result {
  part: string;
  outcome: 'passed' | 'FAILED' | 'CUT OFF' | 'not run';
  seconds: number;
}

const asked = process.argv.slice(2);
/** `sizes` means all three fonts. */
const partsNamed = (name: string) => Object.keys(PARTS).filter((part) => part === name || part.startsWith(`${name}-`));
const unknown = asked.filter((name) => partsNamed(name).length === 0);
if (unknown.length > 0) {
  process.stderr.write(`There is no part ${unknown.join(', ')}. Parts: ${Object.keys(PARTS).join(', ')}\n`);
  process.exit(1);
}

let running: ChildProcess | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    stop();
    process.exitCode = 1;
  });
}

function stop(): void {
  const { pid } = running ?? {};
  if (pid === undefined) return;
  process.kill(-pid, 'SIGINT');
  setTimeout(() => {
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
  }, STOP_WITHIN_MS).unref();
}

async function runPart(part: string, untilMs: number): Promise<Result> {
  const { command = [], env } = PARTS[part] ?? {};
  const [tool = '', ...parameters] = command;
  const began = performance.now();
  if (untilMs <= began) return { part, outcome: 'not run', seconds: 0 };
  process.stdout.write(`\n— ${part} —\n`);
  // A separate process group, so that nothing it has started outlives it.
  running = spawn(join(ROOT, 'node_modules/.bin', tool), parameters, {
    cwd: ROOT,
    env: { ...process.env, ...env, THOROUGH: '1' },
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  });
  let isCutOff = false;
  const timer = setTimeout(() => {
    isCutOff = true;
    stop();
  }, untilMs - began);
  const [code] = await once(running, 'exit');
  clearTimeout(timer);
  const outcome = isCutOff ? 'CUT OFF' : code === 0 ? 'passed' : 'FAILED';
  return { part, outcome, seconds: Math.round((performance.now() - began) / 1000) };
}

const end = performance.now() + LIMIT_MS;
const results: Result[] = [];
for (const part of asked.length > 0 ? asked.flatMap(partsNamed) : Object.keys(PARTS)) {
  if (process.exitCode !== 1) results.push(await runPart(part, end));
}

process.stdout.write('\n');
for (const { part, outcome, seconds } of results) {
  const about = PARTS[part]?.about ?? '';
  process.stdout.write(`${part.padEnd(13)} ${outcome.padEnd(8)} ${String(seconds).padStart(5)} s  ${about}\n`);
}
if (results.some(({ outcome }) => outcome !== 'passed')) process.exitCode = 1;
