import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onStopSignals, outliveOutput, type StopSignal } from './base/process/stop-signals.ts';

/** EX_TEMPFAIL: a restart may succeed. */
export const EXIT_AFTER_FAULT = 75;
export const SUPERVISED = '--supervised';
export const READY = 'ready';
export const HURRY = 'hurry';

const MAX_FIRST_STARTS = 10;
const MIN_RESTART_DELAY_MS = 500;
const MAX_RESTART_DELAY_MS = 30_000;
const STABLE_RUN_MS = 60_000;
const MAX_END_MS = 75_000;
/** A frozen one must not keep the server from ending. */
const MAX_JOBS_END_MS = 25_000;
const PARENT_CHECK_MS = 1_000;
/** In MB. With Node's 16, a server keeps 50 MB more after a rush of look-ups, and is no faster. */
const SMALL_YOUNG_HEAP = '--max-semi-space-size=2';

/** What PROCESS names. */
type Task = 'web' | 'jobs' | 'both';
/** The first of WEB web processes has no number. */
type Running = Map<Task | `web ${number}`, ChildProcess>;
const NAMES: Record<Task, string> = { web: 'The server', jobs: 'The process for jobs', both: 'The server' };

/**
 * Runs the processes of PROCESS until they end or we are asked to; resolves with the exit code.
 * `prepare` must stop with its signal.
 */
export async function supervise(script: string, prepare?: (signal: AbortSignal) => Promise<void>): Promise<number> {
  const ending = new AbortController();
  const running: Running = new Map();
  const stop = (signal: StopSignal) => {
    if (ending.signal.aborted) return;
    ending.abort();
    const jobs = running.get('jobs');
    for (const one of running.values()) {
      // The embedded PostgreSQL ends with the server.
      if (jobs && one !== jobs && !process.env.DATABASE_URL) jobs.once('exit', () => one.kill(signal));
      else one.kill(signal);
      setTimeout(() => one.kill('SIGKILL'), one === jobs ? MAX_JOBS_END_MS : MAX_END_MS).unref();
    }
  };
  onStopSignals(stop, () => {
    for (const one of running.values()) if (one.connected) one.send(HURRY);
  });
  outliveOutput();
  onParentGone(() => stop('SIGTERM'));
  try {
    await prepare?.(ending.signal);
    return await keepRunning(script, running, ending);
  } catch (error) {
    if (ending.signal.aborted) return 0;
    report(error);
    return 1;
  } finally {
    await stopLeftoverDatabase().catch(report);
  }
}

const report = (error: unknown) => process.stderr.write(`${error instanceof Error ? error.message : error}\n`);

/** The others are run once the first has served. */
async function keepRunning(script: string, running: Running, ending: AbortController): Promise<number> {
  const { PROCESS, DATABASE_URL, WEB = '' } = process.env;
  const task = (PROCESS || 'web') as Task;
  const others: Promise<unknown>[] = [];
  const keepOther = (...which: [task: Task, number?: number]) =>
    others.push(keepOne(script, which, running, ending.signal).catch(report));
  const isShared = task === 'web' && !['', '1'].includes(WEB);
  // None of the processes could tell another program at their port.
  if (isShared) await (await import('./base/config/check-startup.ts')).checkStartup(process.env);
  const code = await keepOne(script, [task], running, ending.signal, {
    onReady() {
      if (others.length > 0) return;
      if (!PROCESS) keepOther('jobs');
      for (let number = 2; isShared && number <= Number(WEB); number += 1) keepOther('web', number);
    },
    // Its PostgreSQL may come back on another port.
    onExit: () => DATABASE_URL || running.get('jobs')?.kill(),
  });
  ending.abort();
  for (const one of running.values()) one.kill();
  await Promise.all(others);
  return code;
}

async function keepOne(
  script: string,
  [task, number]: [task: Task, number?: number],
  running: Running,
  ending: AbortSignal,
  { onReady, onExit }: { onReady?: () => void; onExit?: () => void } = {},
): Promise<number> {
  const key = number ? (`web ${number}` as const) : task;
  let hasServed = running.has('web');
  for (let starts = 1, wait = MIN_RESTART_DELAY_MS; ; starts += 1, wait = Math.min(wait * 2, MAX_RESTART_DELAY_MS)) {
    if (ending.aborted) return 0;
    const began = performance.now();
    const { code, signal, reason } = await runOnce(script, [task, number], (child) => {
      running.set(key, child);
      child.on('message', (message) => {
        if (message !== READY) return;
        hasServed = true;
        onReady?.();
      });
    });
    running.delete(key);
    onExit?.();
    if (ending.aborted) return code ?? (signal === 'SIGKILL' ? 1 : 0);
    if (code === 0 && task !== 'jobs' && !number) return code;
    // Otherwise a second start would fail too.
    if (!hasServed && (code === 1 || starts === MAX_FIRST_STARTS)) return code ?? 1;
    if (performance.now() - began > STABLE_RUN_MS) wait = MIN_RESTART_DELAY_MS;
    if (code !== 0) process.stderr.write(`${NAMES[task]} ${reason}. Restarting in ${wait / 1000} s.\n`);
    await sleep(wait, undefined, { signal: ending }).catch(() => undefined);
  }
}

/** A fork that fails for another reason may succeed later. */
const LASTING = ['ENOENT', 'EACCES'];

interface End {
  code: number | null;
  signal: NodeJS.Signals | null;
  reason: string;
}

async function runOnce(
  script: string,
  [task, number]: [task: Task, number?: number],
  onStart: (child: ChildProcess) => void,
): Promise<End> {
  try {
    const child = fork(script, [SUPERVISED], {
      env: { ...process.env, PROCESS: task, WEB_NUMBER: String(number ?? 1) },
      // Its own process group: Ctrl-C comes only from us.
      detached: true,
      execArgv: [...process.execArgv, ...(task === 'jobs' ? [] : [SMALL_YOUNG_HEAP])],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    if (child.pid !== undefined) onStart(child);
    const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
      child.once('exit', (...how) => resolve(how));
      // A child that could not be started never exits.
      child.on('error', (error) => child.pid === undefined && reject(error));
    });
    const reason = signal ? `was stopped by ${signal}` : `stopped after an error (exit code ${code}, see above)`;
    return { code, signal, reason };
  } catch (error) {
    report(error);
    const isLasting = LASTING.includes((error as NodeJS.ErrnoException).code ?? '');
    return { code: isLasting ? 1 : EXIT_AFTER_FAULT, signal: null, reason: 'could not be started (see above)' };
  }
}

/** When npm or a shell dies, it does not pass that on. */
function onParentGone(stop: () => void): void {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && stop(), PARENT_CHECK_MS).unref();
}

/** A killed server could not stop its PostgreSQL. */
async function stopLeftoverDatabase(): Promise<void> {
  const { DATABASE_URL, DATA_DIR } = process.env;
  const dataDir = resolve(DATA_DIR?.trim() || '.data');
  if (DATABASE_URL || !existsSync(join(dataDir, 'postgres/postmaster.pid'))) return;
  const { stopLeftover } = await import('./base/embedded-postgres/embedded-stop.ts');
  await stopLeftover(dataDir);
}
