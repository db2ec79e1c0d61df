/** Starts everything, and on a signal finishes what is in progress. */
import { flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import closeWithGrace from 'close-with-grace';
import type { FastifyInstance } from 'fastify';
import { type Environment, EnvironmentError } from './config/env.ts';
import { type DemoSignIn, seedDemoData } from './demo/demo.ts';
import type { EmbeddedDatabase } from './embedded-postgres/embedded.ts';
import { errorForLog, operatorMessage } from './errors/error-log.ts';
import { isTransientError } from './errors/transient-errors.ts';
import { createApp } from './http/app.ts';
import { type RunningServices, startServices } from './services.ts';
import { EXIT_AFTER_FAULT, READY, SUPERVISED } from './supervisor.ts';

const print = (line = '') => process.stdout.write(`${line}\n`);

/** pg-boss reports plain objects, not errors. */
const messageOf = (error: unknown) =>
  operatorMessage(error) ??
  (typeof error === 'object' && error !== null && 'message' in error ? error.message : String(error));

let app: FastifyInstance | undefined;
let running: RunningServices | undefined;
let embedded: EmbeddedDatabase | null = null;

/** The exit code of this process. */
let exitCode = 0;

/** Accepts no more calls, finishes what is in progress, and leaves nothing behind. */
const { close } = closeWithGrace(
  {
    delay: 20_000,
    onTimeout: (delay) => {
      process.stderr.write(`Some requests or jobs did not finish within ${delay / 1000} s.\n`);
      process.exit(exitCode || 1);
    },
    onSecondError: () => process.exit(EXIT_AFTER_FAULT),
  },
  async ({ err }: { err?: Error | undefined }) => {
    if (err) {
      exitCode = EXIT_AFTER_FAULT;
      process.stderr.write(`Stopping after an error: ${JSON.stringify(errorForLog(err))}\n`);
    }
    await app?.close();
    await (running ? running.stop() : embedded?.stop());
    process.exit(exitCode);
  },
);
// Without its supervisor nobody would restart it, and a new supervisor would start a second server
// beside it.
process.once('disconnect', close);
if (process.argv.includes(SUPERVISED) && !process.connected) await close();

/** Reports why the server cannot start; the exit code says whether a retry makes sense. */
async function fail(error: unknown): Promise<void> {
  const lines =
    error instanceof EnvironmentError ? `The configuration is not valid:\n${error.message}` : messageOf(error);
  process.stderr.write(`${lines}\n`);
  exitCode = isTransientError(error) ? EXIT_AFTER_FAULT : 1;
  await close();
}

/** Serves on the configuration and the embedded database, or reports why they are not there. */
export async function serve(
  starting: Promise<{ environment: Environment; embedded: EmbeddedDatabase | null }>,
): Promise<void> {
  try {
    const { environment, embedded: database } = await starting;
    embedded = database;
    const log = {
      info: print,
      error: (error: unknown, message: string) => process.stderr.write(`${message}: ${messageOf(error)}\n`),
    };
    running = await startServices(environment, embedded, log);
    app = await createApp(running);
    const mayBeDemo = embedded && environment.NODE_ENV !== 'production';
    const demo = mayBeDemo ? await seedDemoData(running.services, print) : null;
    await app.listen({ port: environment.PORT, host: environment.HOST });
    printStartupMessage(environment.PUBLIC_URL, running.mailbox !== null, demo);
    process.send?.(READY);
    // Requests come first: jobs can wait in the database.
    await running.runJobs();
    flushCompileCache();
    collectGarbage();
  } catch (error) {
    await fail(error);
  }
}

/**
 * Frees the 13 MB that starting took, which V8 would keep while the server is idle. Takes 40 ms.
 */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: NodeJS.GCFunction = runInNewContext('gc');
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

function printStartupMessage(url: string, hasMailbox: boolean, demo: DemoSignIn[] | null): void {
  print();
  print(`  Waybill is ready at ${url}`);
  if (hasMailbox) print(`  Emails appear at ${url}/dev/mailbox`);
  if (demo) {
    print();
    print('  The empty database now has demo data. Log in as:');
    for (const { role, email, password } of demo) print(`    ${role.padEnd(11)} ${email.padEnd(24)} ${password}`);
    const [tracked] = demo.flatMap((signIn) => signIn.trackingIds);
    if (tracked) print(`  Track a shipment: ${url}/track/${tracked}`);
  }
  print();
}
