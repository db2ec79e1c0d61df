/** A machine that has no room for another process for a while: the supervisor goes on trying. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { isMissing } from '../support/needs.ts';
import { startServerProcess } from '../support/server-process.ts';
import { until } from '../support/until.ts';

vi.setConfig({ testTimeout: 60_000 });

const SUPERVISED = resolve(import.meta.dirname, '../support/supervised.ts');

it.skipIf(isMissing('prlimit')).each(['jobs', 'web'])(
  'starts the process for %s again after forks that fail',
  async (task) => {
    const folder = mkdtempSync(join(tmpdir(), 'waybill-forks-'));
    const script = join(folder, 'process.mjs');
    writeFileSync(
      script,
      `process.stdout.write(process.env.PROCESS + ' is ' + process.pid + '\\n');
    process.once('SIGTERM', () => process.exit(0));
    setInterval(() => undefined, 60_000);
    process.send('ready');`,
    );
    const supervisor = await startServerProcess(
      { DATABASE_URL: 'postgres://none', DATA_DIR: folder, PROCESS: '', SUPERVISED_SCRIPT: script },
      SUPERVISED,
    );
    onTestFinished(async () => {
      supervisor.child.kill('SIGTERM');
      await supervisor.ended;
      rmSync(folder, { recursive: true, force: true });
    });
    const pids = () =>
      [...supervisor.out().matchAll(RegExp(`^${task} is (\\d+)$`, 'gm'))].map(([, pid]) => Number(pid));
    // A soft limit can be raised again.
    const limitFiles = (files: string) =>
      execFileSync('prlimit', ['--pid', String(supervisor.child.pid), `--nofile=${files}:`]);
    await until('both run', () => /^jobs is/m.test(supervisor.out()) && pids().length === 1);

    limitFiles('3');
    process.kill(Number(pids()[0]), 'SIGKILL');
    const failures = () => supervisor.err().match(/could not be started \(see above\)\. Restarting in \d/g)?.length;
    await until('two forks have failed', () => Number(failures()) >= 2);
    expect(supervisor.err()).toMatch(/^spawn .+ EMFILE$/m);
    limitFiles('1000');
    await until('another one runs', () => pids().length === 2);

    supervisor.child.kill('SIGTERM');
    expect(await supervisor.ended).toBe(0);
  },
);

it('ends at once without a program to run', async () => {
  const supervisor = await startServerProcess(
    {
      DATABASE_URL: 'postgres://none',
      SUPERVISED_SCRIPT: 'none',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent("process.execPath = '/nowhere/node';")}`,
    },
    SUPERVISED,
  );
  expect(await supervisor.ended).toBe(1);
  expect(supervisor.err()).toContain('spawn /nowhere/node ENOENT');
});
