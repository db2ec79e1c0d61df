import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { findBackupProblem } from '../../server/audit/backup-problem.ts';
import { checkRecords } from '../../server/audit/check-records.ts';
import { findBackups } from '../../server/audit/store/backups.ts';
import { isBackupDue } from '../../server/backups/schedule.ts';
import { makeScheduledBackup } from '../../server/backups/scheduled-backup.ts';
import { tryRestore } from '../../server/backups/try-restore.ts';
import { readEnvironment } from '../../server/base/config/env.ts';
import { ADVISORY_LOCKS, withSessionLock } from '../../server/base/database/session-lock.ts';
import { runScript } from '../support/run-script.ts';
import { SECRET_KEY, type TestServer } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';

vi.setConfig({ testTimeout: 180_000 });

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

describe('a backup is due', () => {
  const at = { BACKUP_AT: '02:30', TIME_ZONE: 'Europe/Stockholm' };
  const moment = (text: string) => ({ startedAt: new Date(text) });
  it.each([
    ['when there is none', '2026-11-26T12:00Z', null, null, true],
    ['not before its time', '2026-11-26T01:29Z', '2026-11-25T01:30Z', null, false],
    ['at its time in the brand’s zone', '2026-11-26T01:30Z', '2026-11-25T01:30Z', null, true],
    ['once a day', '2026-11-26T23:00Z', '2026-11-26T01:30Z', null, false],
    ['later, if the server was off', '2026-11-26T12:00Z', '2026-11-24T01:30Z', null, true],
    ['not within the hour of one that failed', '2026-11-26T02:00Z', '2026-11-25T01:30Z', '2026-11-26T01:30Z', false],
    ['an hour after one that failed', '2026-11-26T02:30Z', '2026-11-25T01:30Z', '2026-11-26T01:30Z', true],
    ['though one failed just before its time', '2026-11-26T01:30Z', '2026-11-24T01:30Z', '2026-11-26T01:00Z', true],
    ['in the night without that hour', '2026-03-29T01:30Z', '2026-03-28T01:30Z', null, true],
    ['at once, if the last good one is gone', '2026-11-26T01:35Z', '2026-11-26T01:30Z', null, true, true],
    [
      'not within the hour of one that failed, if the last good one is gone',
      '2026-11-26T02:50Z',
      '2026-11-26T01:30Z',
      '2026-11-26T02:00Z',
      false,
      true,
    ],
  ])('%s', (_when, now, good, failed, due, isGone?: boolean) => {
    const attempt = failed ?? good;
    const state = { good: good ? moment(good) : null, attempt: attempt ? moment(attempt) : null };
    expect(isBackupDue(new Date(now), at, state, isGone)).toBe(due);
  });
});

async function serverWithBackups(more: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'waybill-backups-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const environment = { BACKUP_DIR: join(folder, 'nightly'), ...more };
  const server = await testServer({ environment });
  await server.parcel();
  await checkRecords(server.services, { margin: 0 });
  const { url } = server.database;
  const dataDir = resolve(server.environment.DATA_DIR);
  const installation = { url, dataDir, secrets: server.services.secrets };
  const make = (now?: Date) => makeScheduledBackup(installation, server.environment, now);
  return { server, folder: environment.BACKUP_DIR, installation, make };
}

const metricsOf = async ({ request }: TestServer) =>
  Object.fromEntries(
    (await request({ url: '/metrics' })).body
      .split('\n')
      .filter((line) => line.startsWith('waybill_backup_'))
      .map((line) => line.split(' ')),
  );

async function asManager(server: TestServer) {
  const manager = await server.signedIn({ manager: true, email: `${Date.now()}@example.com` });
  return (await server.call('recordsAdmin.getCheck', undefined, { as: manager })).data;
}

it('is restored on trial, stays for its days, and shows in metrics', async () => {
  const { server, folder, make, installation } = await serverWithBackups({ BACKUP_DAYS: '7' });
  expect(await metricsOf(server)).toEqual({ waybill_backup_scheduled: '1', waybill_backup_failed: '0' });
  const strange = ['photos', 'waybill-notes', 'waybill-2020-01-01T000000Z.tar'];
  const old = ['waybill-2020-01-01T000000Z', 'waybill-2020-01-01T000000Z.failed'];
  for (const name of [...strange, ...old, 'waybill-2026-11-20T013000Z.part'])
    await mkdir(join(folder, name), { recursive: true });

  const made = await make();
  expect(made?.removed.sort()).toEqual(old);
  const names = await readdir(folder);
  expect(names.filter((name) => !strange.includes(name))).toEqual([made?.folder.split('/').at(-1)]);
  expect(names).toEqual(expect.arrayContaining(strange));
  expect(await readdir(installation.dataDir)).not.toContain('backup-trial');
  expect(await make()).toBeNull();

  const metrics = await metricsOf(server);
  expect(Number(metrics.waybill_backup_last_good_timestamp_seconds)).toBeCloseTo(Date.now() / 1000, -2);
  expect(Number(metrics.waybill_backup_size_bytes)).toBeGreaterThan(1_000);
  expect(metrics.waybill_backup_failed).toBe('0');
  expect(await asManager(server)).not.toHaveProperty('backup');
});

it('that cannot be restored is set aside, told to managers, and made again after an hour', async () => {
  const { server, folder, make, installation } = await serverWithBackups();
  await make();
  // Someone changes a balance: the copy is whole, and its records do not match.
  await server.query("update shipment_counts set count = 7 where relation = 'all'");
  const tomorrow = new Date(Date.now() + DAY);
  await expect(make(tomorrow)).rejects.toThrow(/shipment count does not match/);
  expect((await readdir(folder)).filter((name) => name.endsWith('.failed'))).toHaveLength(1);
  expect((await metricsOf(server)).waybill_backup_failed).toBe('1');
  expect((await asManager(server))?.backup?.failedAt).toEqual(expect.any(String));
  expect(await readdir(installation.dataDir)).not.toContain('backup-trial');
});

it('is made by one server at a time, by hand too, and a full folder is reported', async () => {
  const { server, folder, make, installation } = await serverWithBackups();
  await withSessionLock(installation.url, ADVISORY_LOCKS.backup, async () => expect(await make()).toBeNull());
  const environment = { DATABASE_URL: installation.url, DATA_DIR: installation.dataDir, SECRET_KEY };
  const unset = await runScript('backup', environment, '--scheduled');
  expect([unset.code, unset.stderr]).toEqual([2, 'Set BACKUP_DIR first.\n']);
  // A file where the folder should be, as on a disk that was not mounted.
  await writeFile(folder, '');
  const failed = await runScript('backup', { ...environment, BACKUP_DIR: folder }, '--scheduled');
  expect([failed.code, failed.stderr]).toEqual([2, expect.stringContaining('EEXIST')]);
  expect((await findBackups(server.services.db)).failed?.problem).toContain('EEXIST');

  await rm(folder);
  await server.query('delete from backups');
  const made = await runScript('backup', { ...environment, BACKUP_DIR: folder }, '--scheduled');
  expect(made.stdout).toMatch(/^Backed up into .*waybill-\S+Z and restored it on trial: everything matches\.\n$/);
  const again = () => runScript('backup', { ...environment, BACKUP_DIR: folder }, '--scheduled');
  expect((await again()).stdout).toMatch(
    /^No backup is due: the last good one is of 20\d\d-\d\d-\d\d \d\d:\d\d UTC\.\n$/,
  );
  await rm(folder, { recursive: true });
  expect((await again()).stdout).toMatch(/^Backed up into /);
  const [name = ''] = await readdir(folder);
  const checked = await runScript('backup', environment, '--check', join(folder, name));
  expect(checked.stdout).toMatch(/^The backup from \S+ can be restored: \d+ tables, and everything matches\.\n$/);
  await writeFile(join(folder, name, 'tables/users.copy.gz'), 'x');
  await expect(tryRestore(join(folder, name), installation)).rejects.toThrow(/users\.copy\.gz was changed/);
});

describe('managers hear', () => {
  const at = (hoursAgo: number) => ({ startedAt: new Date(Date.now() - hoursAgo * HOUR) }) as never;
  const none = { good: null, attempt: null, failed: null };
  it.each([
    ['nothing without a schedule', none, false, false],
    ['nothing before the first', none, true, false],
    ['nothing of one in time', { ...none, good: at(20), attempt: at(20) }, true, false],
    ['of one that is old', { ...none, good: at(27), attempt: at(27) }, true, true],
    ['of one that another server no longer makes', { ...none, good: at(27), attempt: at(27) }, false, true],
    ['no more of a schedule given up long ago', { ...none, good: at(900), attempt: at(900) }, false, false],
    ['of one that failed', { good: at(20), attempt: at(1), failed: at(1) }, true, true],
    ['of a first that never ended', { ...none, attempt: at(30) }, true, true],
  ])('%s', (_what, state, isScheduled, isTold) => {
    expect(findBackupProblem(state, isScheduled) !== null).toBe(isTold);
  });
});

it('rejects what is no time of day, or no number of days', () => {
  const problems = (source: Record<string, string>) => () => readEnvironment(source);
  expect(problems({ BACKUP_AT: '24:00' })).toThrow('BACKUP_AT: must be a time of day, such as 02:30');
  expect(problems({ BACKUP_DAYS: '0' })).toThrow('BACKUP_DAYS: must be a number of days');
});
