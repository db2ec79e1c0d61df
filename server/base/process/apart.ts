/** Runs our scripts in separate processes: with low priority, a limited time and none of our secrets. */
import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';

/** A niceness of 10 made three photos take over a minute on a busy machine. */
const NICENESS = 5;
const MAX_ERROR_LENGTH = 4_000;

interface Bounds {
  script: readonly string[];
  ms: number;
  signal?: AbortSignal | undefined;
}

function optionsOf({ ms, signal }: Bounds) {
  const { SystemRoot, NODE_COMPILE_CACHE } = process.env;
  return {
    env: { SystemRoot, NODE_COMPILE_CACHE },
    timeout: ms,
    killSignal: 'SIGKILL' as const,
    ...(signal && { signal }),
  };
}

function makeNice<Child extends Pick<ChildProcess, 'pid'>>(child: Child): Child {
  try {
    if (child.pid !== undefined) setPriority(child.pid, NICENESS);
  } catch {}
  return child;
}

/** Gives the script `input`, and the file `output` what it writes. @throws If it fails. */
export async function writeApart(bounds: Bounds, { input, output }: { input: Readable; output: number }) {
  const options = { ...optionsOf(bounds), stdio: ['pipe', output, 'pipe'] } satisfies SpawnOptions;
  const child = makeNice(spawn(process.execPath, bounds.script, options));
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(0, MAX_ERROR_LENGTH);
  });
  const ended = once(child, 'close');
  // If the process has ended, its end says so.
  if (child.stdin) pipeline(input, child.stdin).catch(() => undefined);
  const [code, killer] = await ended;
  if (code !== 0) throw new Error(`${bounds.script.join(' ')} ended with ${code ?? killer}: ${said}`);
}

/** Returns what the script writes, after it has read `input`. @throws If it fails. */
export async function askApart(bounds: Bounds, { maxBytes, input }: { maxBytes: number; input?: string }) {
  const asking = promisify(execFile)(process.execPath, bounds.script, { ...optionsOf(bounds), maxBuffer: maxBytes });
  const { stdin } = makeNice(asking.child);
  // If the process has ended, its end says so.
  if (input !== undefined) stdin?.on('error', () => undefined).end(input);
  return (await asking).stdout;
}
