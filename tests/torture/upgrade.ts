/**
 * `npm run torture:upgrade -- REVISION`: upgrades under load. Two servers of an older revision (since version 0.1.0)
 * serve; two of this one start next to them and migrate the database; the older ones stop. Nothing may be lost, doubled
 * or torn, and no call may get a 500.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildIfNeeded } from '../../server/build.ts';
import { createTestDatabase, startTestCluster } from '../support/database.ts';
import { SECRET_KEY } from '../support/test-server.ts';
import { startClients } from './clients.ts';
import { Server } from './server.ts';
import { verify } from './verify.ts';
import { createWorkplaces, keepProofs } from './workplaces.ts';

const ROOT = join(import.meta.dirname, '../..');
const LOAD_MS = 5_000;
const [revision] = process.argv.slice(2);
if (!revision) {
  process.stderr.write('Name the revision to upgrade from: npm run torture:upgrade -- REVISION\n');
  process.exit(1);
}

await buildIfNeeded();
const folder = mkdtempSync(join(tmpdir(), 'waybill-upgrade-'));
const older = join(folder, 'older');
execFileSync('git', ['worktree', 'add', '--detach', older, revision], { cwd: ROOT, stdio: 'ignore' });
symlinkSync(join(ROOT, 'node_modules'), join(older, 'node_modules'));
const cluster = await startTestCluster();
const database = await createTestDatabase(cluster, { empty: true });
const exits: string[] = [];
const environment = (name: string) => ({
  SECRET_KEY,
  LOG_LEVEL: 'silent',
  DATABASE_URL: database.url,
  DATA_DIR: join(folder, name),
});
const before = ['one', 'two'].map((name) => new Server(environment(name), exits, join(older, 'server/main.ts')));
const after = ['three', 'four'].map((name) => new Server(environment(name), exits));
const servers = [...before, ...after];
try {
  for (const server of before) await server.start();
  const running = startClients({
    desks: await createWorkplaces(database, before[0]?.process?.url ?? '', 12),
    pickServer() {
      const ready = servers.filter(({ isReady }) => isReady);
      return ready[Math.floor(Math.random() * ready.length)]?.process?.url ?? 'http://127.0.0.1:9';
    },
  });
  await sleep(LOAD_MS);
  const migrations = async () => (await database.query('select 1 from drizzle.__drizzle_migrations')).length;
  const migratedBefore = await migrations();
  for (const server of after) await server.start();
  // Sessions of 0.1.0 know of no proof.
  await keepProofs(database);
  await sleep(LOAD_MS);
  for (const server of before) await server.stop();
  await sleep(LOAD_MS);
  await running.finish();
  const verdict = await verify(database, running.actions);
  const done = running.actions.filter(({ status }) => status === 'done').length;
  const wrong = { ...verdict, exits, wrongAnswers: running.meetings.wrong };
  process.stdout.write(
    `${(await migrations()) - migratedBefore} migrations under load, ${done} acknowledged changes: ` +
      `${Object.entries(wrong)
        .map(([what, found]) => `${found.length} ${what}`)
        .join(', ')}\n`,
  );
  for (const found of Object.values(wrong).flat().slice(0, 20)) process.stdout.write(`  ${found}\n`);
  process.exitCode = Object.values(wrong).flat().length > 0 ? 1 : 0;
} finally {
  for (const server of servers) await server.kill();
  await database.drop().catch(() => undefined);
  await cluster.stop();
  execFileSync('git', ['worktree', 'remove', '--force', older], { cwd: ROOT });
  rmSync(folder, { recursive: true, force: true });
}
