import { createServer, type Server } from 'node:http';
import { flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { FastifyInstance } from 'fastify';
import { findContradictions, sentenceOf } from './base/config/contradictions.ts';
import { type Environment, findMisspelled } from './base/config/env.ts';
import type { EmbeddedDatabase } from './base/embedded-postgres/embedded.ts';
import { operatorMessage } from './base/errors/error-log.ts';
import { isTransientError } from './base/errors/transient-errors.ts';
import { type DemoSignIn, seedDemoData } from './demo/demo.ts';
import { findPublicPasswords } from './demo/public-passwords.ts';
import type { Ending } from './ending.ts';
import { writeMailboxAddress } from './mail/mailbox.ts';
import { type RunningServices, startServices } from './services.ts';
import { EXIT_AFTER_FAULT, READY } from './supervisor.ts';

const print = (line = '') => process.stdout.write(`${line}\n`);

/** pg-boss reports plain objects. */
const messageOf = (error: unknown) =>
  operatorMessage(error) ??
  (typeof error === 'object' && error !== null && 'message' in error ? error.message : String(error));

export interface Serving {
  close(): Promise<void>;
}

/** The exit code says whether a retry makes sense. */
export function serve(
  starting: Promise<{ environment: Environment; embedded: EmbeddedDatabase | null }>,
  { signal, end }: Ending,
): Serving {
  // While PostgreSQL starts.
  const loading = process.env.PROCESS === 'jobs' ? null : import('./entrance/app.ts');
  let app: FastifyInstance | undefined;
  let own: Server | undefined;
  let running: RunningServices | undefined;

  async function start(): Promise<void> {
    const { environment, embedded } = await starting;
    const log = {
      info: print,
      error(error: unknown, message: string) {
        // An interrupted start fails without fault.
        if (running || !signal.aborted) process.stderr.write(`${message}: ${messageOf(error)}\n`);
      },
    };
    running = await startServices(environment, embedded, log, { source: process.env });
    if (!loading) {
      await runJobs(running);
      if (environment.JOBS_PORT !== undefined) app = await serveJobsHealth(running, environment.JOBS_PORT);
      return void process.send?.(READY);
    }
    app = await (await loading).createApp(running);
    const mayBeDemo = embedded && environment.NODE_ENV !== 'production';
    const demo = mayBeDemo ? await seedDemoData(running.services, print) : null;
    signal.throwIfAborted();
    const place = { port: environment.PORT, host: environment.HOST, reusePort: environment.WEB > 1 };
    await app.listen(place);
    own = serveOwnHealth(app, environment);
    if (running.mailbox !== null) await writeMailboxAddress(running.mailbox, environment.PUBLIC_URL);
    printStartupMessage(environment.PUBLIC_URL, running.mailbox !== null, demo);
    for (const { name, meant } of findMisspelled(process.env)) print(`  ${name} is ignored: did you mean ${meant}?`);
    for (const contradiction of findContradictions(environment, process.env)) print(`  ${sentenceOf(contradiction)}`);
    void warnOfDemo(running);
    process.send?.(READY);
    // Jobs can wait in the database.
    if (environment.PROCESS === 'both') return runJobs(running);
    await running.waitForPrimary();
    tidyUpSoon();
  }

  start().catch((error: unknown) => {
    if (signal.aborted) return;
    process.stderr.write(`${messageOf(error)}\n`);
    end(isTransientError(error) ? EXIT_AFTER_FAULT : 1);
  });
  return {
    async close() {
      own?.close();
      await app?.close();
      await running?.stop();
    },
  };
}

async function warnOfDemo({ services: { db, environment } }: RunningServices): Promise<void> {
  const problem = await findPublicPasswords(db, environment).catch(() => null);
  if (problem) process.stderr.write(`${problem} Give them another or deactivate them.\n`);
}

async function runJobs(running: RunningServices): Promise<void> {
  await running.waitForPrimary();
  await running.runJobs();
  void running.buildIndexes();
  void running.makeBackups();
  tidyUpSoon();
}

async function serveJobsHealth({ services }: RunningServices, port: number): Promise<FastifyInstance> {
  const [{ fastify }, { serveHealth }] = await Promise.all([import('fastify'), import('./entrance/health.ts')]);
  const app = fastify({ logger: { level: 'warn' } });
  serveHealth(app, services);
  await app.listen({ port, host: services.environment.HOST });
  return app;
}

const OF_ONE_PROCESS = new Set(['/healthz', '/readyz', '/metrics']);

/** The system chooses which of several web processes gets a connection to their port. */
function serveOwnHealth(app: FastifyInstance, { WEB, JOBS_PORT, HOST }: Environment): Server | undefined {
  if (WEB === 1 || JOBS_PORT === undefined) return undefined;
  return createServer((request, response) => {
    if (OF_ONE_PROCESS.has(request.url ?? '')) app.routing(request, response);
    else response.writeHead(404).end();
  })
    .on('error', (error) => app.log.error(error, 'The port of this process failed'))
    .listen(JOBS_PORT + Number(process.env.WEB_NUMBER ?? 1), HOST);
}

const SETTLE_MS = 1_000;

/** After the first requests. */
function tidyUpSoon(): void {
  const work = () => {
    flushCompileCache();
    collectGarbage();
  };
  setTimeout(work, SETTLE_MS).unref();
}

/** Frees 13 MB in 40 ms. */
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
