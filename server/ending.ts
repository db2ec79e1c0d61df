import { onStopSignals, outliveOutput } from './base/process/stop-signals.ts';
import { EXIT_AFTER_FAULT, HURRY, SUPERVISED } from './supervisor.ts';

const MAX_FINISH_MS = 20_000;

export interface Ending {
  signal: AbortSignal;
  /** The first code other than 0 counts. */
  end(exitCode?: number): void;
}

export function prepareEnding({
  finish,
  release,
}: {
  finish: () => Promise<unknown>;
  release: () => Promise<unknown>;
}): Ending {
  const beginning = new AbortController();
  const { promise: enough, resolve: hurry } = Promise.withResolvers<void>();
  let exitCode = 0;

  const report = (error: unknown) => {
    exitCode ||= 1;
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  };
  const run = async () => {
    const timer = setTimeout(() => {
      report(`Some requests or jobs did not finish within ${MAX_FINISH_MS / 1000} s.`);
      hurry();
    }, MAX_FINISH_MS);
    await Promise.race([finish().catch(report), enough]);
    clearTimeout(timer);
    await release().catch(report);
    process.exit(exitCode);
  };
  const end = (code = 0) => {
    exitCode ||= code;
    if (beginning.signal.aborted) return;
    beginning.abort();
    void run();
  };
  const endAfterFault = async (error: unknown) => {
    // PostgreSQL starts before our code is loaded.
    const line = await import('./base/errors/error-log.ts').then(
      ({ errorForLog }) => JSON.stringify(errorForLog(error)),
      () => String(error),
    );
    process.stderr.write(`Stopping after an error: ${line}\n`);
    if (beginning.signal.aborted) hurry();
    end(EXIT_AFTER_FAULT);
  };

  const isSupervised = process.argv.includes(SUPERVISED);
  // The supervisor has every signal first, and sends HURRY.
  onStopSignals(() => end(), isSupervised ? () => undefined : hurry);
  outliveOutput();
  process.on('message', (message) => message === HURRY && hurry());
  process.on('uncaughtException', endAfterFault);
  process.on('unhandledRejection', endAfterFault);
  // Nobody would restart it, and a new supervisor would start a second server beside it.
  process.once('disconnect', () => end());
  return { signal: beginning.signal, end };
}
