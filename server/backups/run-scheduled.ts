/** Backups that the server starts by itself, in a process that yields to everything else. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { findBackups } from '../audit/store/backups.ts';
import { BACKUP_SCRIPT } from '../base/config/paths.ts';
import type { Executor } from '../base/database/client.ts';
import type { Services } from '../context/context.ts';
import { isBackupDue, isGone } from './schedule.ts';

const INTERVAL_MS = 60_000;
const NICENESS = 15;
const MAX_WORDS = 2_000;

export async function runScheduledBackups(
  { db, settings }: { db: Executor } & Pick<Services, 'settings'>,
  log: { info(message: string): void; error(error: unknown, message: string): void },
  signal: AbortSignal,
): Promise<void> {
  if (!settings.set.environment.BACKUP_DIR) return;
  while (!signal.aborted) {
    await sleep(INTERVAL_MS, undefined, { signal, ref: false }).catch(() => undefined);
    if (signal.aborted) return;
    try {
      const { environment } = settings.set;
      const state = await findBackups(db);
      if (isBackupDue(new Date(), environment, state, isGone(state.good, environment))) await runOnce(log, signal);
    } catch (error) {
      if (!signal.aborted) log.error(error, 'The backup failed');
    }
  }
}

async function runOnce(log: { info(message: string): void }, signal: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, [...BACKUP_SCRIPT, '--scheduled'], { stdio: ['ignore', 'pipe', 'pipe'] });
  // `once` reports it.
  child.on('error', () => undefined);
  const ended = once(child, 'close');
  const stop = () => child.kill('SIGTERM');
  signal.addEventListener('abort', stop);
  try {
    if (child.pid !== undefined) setPriority(child.pid, NICENESS);
  } catch {
    // It has ended, or the system has no priorities.
  }
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.out = (said.out + text).slice(-MAX_WORDS);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.err = (said.err + text).slice(-MAX_WORDS);
  });
  const [code] = await ended;
  signal.removeEventListener('abort', stop);
  if (code !== 0) throw new Error(said.err.trim() || `The process ended with ${code}`);
  if (said.out.trim()) log.info(said.out.trim());
}
