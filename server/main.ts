/** Runs the server: reads the configuration, starts everything, and on a signal finishes what is under way. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import closeWithGrace from 'close-with-grace';
import { createApp } from './app.ts';
import { type DemoSignIn, seedDemoData } from './database/demo.ts';
import { EnvironmentError, readEnvironment } from './env.ts';
import { startServices } from './services.ts';

const say = (line = '') => process.stdout.write(`${line}\n`);

function fail(error: unknown): never {
  const lines =
    error instanceof EnvironmentError ? `The configuration cannot be used:\n${error.message}` : messageOf(error);
  process.stderr.write(`${lines}\n`);
  process.exit(1);
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

try {
  const environment = readEnvironment(process.env);
  const running = await startServices(
    environment,
    {
      info: (message) => process.env.LOG_LEVEL === 'debug' && say(message),
      error: (error, message) => process.stderr.write(`${message}: ${messageOf(error)}\n`),
    },
    { worker: true },
  );
  const app = await createApp(running);
  closeWithGrace({ delay: 20_000 }, async ({ err }) => {
    if (err) app.log.error({ err }, 'Ending after a fault');
    await app.close();
    await running.stop();
  });
  const mayBeDemo = running.embedded && environment.NODE_ENV !== 'production';
  const demo = mayBeDemo ? await seedDemoData(running.services) : null;
  giveBackMemory();
  await app.listen({ port: environment.PORT, host: environment.HOST });
  announce(environment.PUBLIC_URL, running.mailbox !== null, demo);
} catch (error) {
  fail(error);
}

/**
 * Returns to the system what loading took. Node parses a package's whole package.json anew for each import inside it,
 * which for drizzle-orm leaves 150 MB of garbage; V8 would keep that as its heap's size for as long as the server is
 * idle. It takes a tenth of a second, before the first request.
 */
function giveBackMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect: NodeJS.GCFunction = runInNewContext('gc');
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

function announce(url: string, hasMailbox: boolean, demo: DemoSignIn[] | null): void {
  say();
  say(`  Waybill is ready at ${url}`);
  if (hasMailbox) say(`  Mails are kept at ${url}/dev/mailbox`);
  if (demo) {
    say();
    say('  Demo data was put into the empty database. Sign in as:');
    for (const { role, email, password } of demo) say(`    ${role.padEnd(11)} ${email.padEnd(24)} ${password}`);
    const [tracked] = demo.flatMap((signIn) => signIn.trackingIds);
    if (tracked) say(`  Track a shipment: ${url}/track/${tracked}`);
  }
  say();
}
