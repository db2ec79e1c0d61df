/** Runs the server: reads the configuration, starts everything, and on a signal finishes what is under way. */
import { flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import closeWithGrace from 'close-with-grace';
import type { FastifyInstance } from 'fastify';
import { EnvironmentError, readEnvironment } from './config/env.ts';
import { type DemoSignIn, seedDemoData } from './demo/demo.ts';
import { faultForLog, isPassingFault, operatorSentence } from './errors/errors.ts';
import { createApp } from './http/app.ts';
import { type RunningServices, startServices } from './services.ts';
import { ENDED_BY_FAULT, READY, SUPERVISED } from './supervisor.ts';

const say = (line = '') => process.stdout.write(`${line}\n`);

/** pg-boss reports plain objects, not errors. */
const messageOf = (error: unknown) =>
  operatorSentence(error) ??
  (typeof error === 'object' && error !== null && 'message' in error ? error.message : String(error));

let app: FastifyInstance | undefined;
let running: RunningServices | undefined;

/** How this process ends, once it does. */
let exitCode = 0;

/** Takes no more calls, finishes what is under way, and leaves nothing behind. */
const { close } = closeWithGrace(
  {
    delay: 20_000,
    onTimeout: (delay) => {
      process.stderr.write(`Some requests or jobs did not finish within ${delay / 1000} s.\n`);
      process.exit(exitCode || 1);
    },
    onSecondError: () => process.exit(ENDED_BY_FAULT),
  },
  async ({ err }: { err?: Error | undefined }) => {
    if (err) {
      exitCode = ENDED_BY_FAULT;
      process.stderr.write(`Stopping after an error: ${JSON.stringify(faultForLog(err))}\n`);
    }
    await app?.close();
    await running?.stop();
    process.exit(exitCode);
  },
);
// Without its supervisor nobody would start it again, and a new one would start a second server beside it.
process.once('disconnect', close);
if (process.argv.includes(SUPERVISED) && !process.connected) await close();

/** Says why there is no server, and by the exit code whether there may be one in a moment. */
async function fail(error: unknown): Promise<void> {
  const lines =
    error instanceof EnvironmentError ? `The configuration is not valid:\n${error.message}` : messageOf(error);
  process.stderr.write(`${lines}\n`);
  exitCode = isPassingFault(error) ? ENDED_BY_FAULT : 1;
  await close();
}

try {
  const environment = readEnvironment(process.env);
  running = await startServices(
    environment,
    {
      info: say,
      error: (error, message) => process.stderr.write(`${message}: ${messageOf(error)}\n`),
    },
    { worker: true },
  );
  app = await createApp(running);
  const mayBeDemo = running.embedded && environment.NODE_ENV !== 'production';
  const demo = mayBeDemo ? await seedDemoData(running.services, say) : null;
  await app.listen({ port: environment.PORT, host: environment.HOST });
  announce(environment.PUBLIC_URL, running.mailbox !== null, demo);
  process.send?.(READY);
  flushCompileCache();
  collectGarbage();
} catch (error) {
  await fail(error);
}

/** Returns the memory that starting took, 13 MB: V8 would keep it for as long as the server is idle. Takes 40 ms. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: NodeJS.GCFunction = runInNewContext('gc');
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

function announce(url: string, hasMailbox: boolean, demo: DemoSignIn[] | null): void {
  say();
  say(`  Waybill is ready at ${url}`);
  if (hasMailbox) say(`  Emails appear at ${url}/dev/mailbox`);
  if (demo) {
    say();
    say('  The empty database now has demo data. Log in as:');
    for (const { role, email, password } of demo) say(`    ${role.padEnd(11)} ${email.padEnd(24)} ${password}`);
    const [tracked] = demo.flatMap((signIn) => signIn.trackingIds);
    if (tracked) say(`  Track a shipment: ${url}/track/${tracked}`);
  }
  say();
}
