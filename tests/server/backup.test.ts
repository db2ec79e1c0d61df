import { execFile, execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { access, appendFile, chmod, cp, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { checkRecords } from '../../server/audit/check-records.ts';
import { formatManifest, type Manifest, readManifest } from '../../server/backups/manifest.ts';
import { assertSameKey, checkBackup, restoreBackup } from '../../server/backups/restore-backup.ts';
import { writeBackup } from '../../server/backups/write-backup.ts';
import { latestMigration } from '../../server/base/database/migrate.ts';
import { createRun } from '../../server/runs/fill-run.ts';
import { reportVisit } from '../../server/runs/report-visit.ts';
import { IMAGE_WIDTHS } from '../../src/domain/image.ts';
import { asNobody } from '../support/as-root.ts';
import type { ProcedureName } from '../support/contract.ts';
import { nextVersion } from '../support/next-version.ts';
import { runScript, scriptArguments } from '../support/run-script.ts';
import { parcelInput, SECRET_KEY, type TestServer } from '../support/test-server.ts';
import { until } from '../support/until.ts';
import { testDatabase, testServer } from '../support/vitest.ts';

const server = await testServer();
const manager = await server.signInAs('manager');
const customer = await server.person();
const variants = [...IMAGE_WIDTHS, 1600].map((width) => ({ width, bytes: Buffer.from(`${width} pixels wide`) }));
const { link: drawing } = await server.services.images.save({ width: 1600, height: 1200, variants });
const parcel = await server.parcel({ images: [drawing], description: 'Tabs\tand\nlines \\ "quoted" → Ωmega' });
const picture = await deliverWithPicture();

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'waybill-backup-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const installationOf = (one: TestServer) => ({
  url: one.database.url,
  dataDir: resolve(one.environment.DATA_DIR),
  secrets: one.services.secrets,
});

async function newInstallation() {
  const database = await testDatabase({ empty: true });
  const dataDir = await newFolder();
  const installation = { url: database.url, dataDir, secrets: server.services.secrets };
  const restore = async (folder: string) => restoreBackup(folder, await checkBackup(folder), installation);
  return { database, dataDir, restore };
}

/** The digest is right, but the content is wrong. */
async function reseal(folder: string, change: (manifest: Manifest) => Manifest): Promise<void> {
  await writeFile(join(folder, 'manifest.json'), formatManifest(change(await readManifest(folder))));
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

async function deliverWithPicture(): Promise<string> {
  const courier = await server.person({ courier: true });
  const input = { day: 'today', name: 'Centre', courierId: courier.id, shipmentIds: [parcel.id] };
  await server.inUnit((unit) => createRun(unit, input));
  const [task] = await server.query<{ id: string; stop_id: string }>('select id, stop_id from run_tasks');
  const taskId = task?.id ?? '';
  const kinds = { kind: 'photo', type: 'image/jpeg' } as const;
  const photo = { ...kinds, sha256: '0f'.repeat(32), size: 9, taskIds: [taskId] };
  const outcome = { taskId, result: 'delivered', method: 'recipient' } as const;
  const fact = { id: randomUUID(), runVersion: 1, stopId: task?.stop_id ?? '' };
  await server.inUnit((unit) => reportVisit(unit, { ...fact, outcomes: [outcome], proofs: [photo] }), courier);
  const key = await server.services.proofs.save(Buffer.from('a picture'));
  await server.query('update visit_proofs set storage_key = $1, received_at = now()', [key]);
  return key;
}

it('made under load, it restores one consistent moment that opens and continues', async () => {
  await checkRecords(server.services, { margin: 0 });
  let working = true;
  let done = 0;
  // A busy server says so, and people try again.
  const saved = async <Name extends ProcedureName>(procedure: Name, input: unknown) => {
    for (;;) {
      const answer = await server.call(procedure, input, { as: manager });
      if (answer.outcome !== 'SERVICE_UNAVAILABLE') return answer.data;
    }
  };
  const work = async () => {
    while (working) {
      const { id } = await saved('shipmentAdmin.createShipment', parcelInput());
      await saved('shipmentAdmin.updateShipment', { id, status: 'held' });
      const movement = { userId: customer.id, amount: 1.5, summary: 'Counter', status: 'successful' };
      await saved('transactionAdmin.addDeposit', movement);
      done += 1;
    }
  };
  const people = [work(), work(), work()];
  await until('they are at it', () => done > 3);
  const folder = join(await newFolder(), 'backup');
  await writeBackup(installationOf(server), folder, { imagesElsewhere: false });
  const whenMade = done;
  await until('they went on', () => done > whenMade);
  working = false;
  await Promise.all(people);

  const { database, dataDir, restore } = await newInstallation();
  await restore(folder);
  const restored = await testServer({ database, worker: true, environment: { DATA_DIR: dataDir } });
  const checkedRecords = await checkRecords(restored.services, { margin: 0, whole: true });
  expect(checkedRecords).toMatchObject({ differences: [], heads: 2 });

  // Each call is there as a whole or not at all, and more have been made since.
  const [counts] = await restored.query<Record<string, number>>(`
    select count(*)::int as shipments,
      (select count(*)::int from activities where comment = 'Label created') as created,
      (select count(*)::int from audit_entries where procedure = 'shipmentAdmin.createShipment') + 1 as audited,
      (select count(distinct about->>'shipmentId')::int from mails where kind = 'shipment-created') as mailed
    from shipments`);
  const shipments = counts?.shipments ?? 0;
  expect(counts).toEqual({ shipments, created: shipments, audited: shipments, mailed: shipments });
  const [now] = await server.query<{ shipments: number }>('select count(*)::int as shipments from shipments');
  expect(shipments).toBeGreaterThan(3);
  expect(shipments).toBeLessThan(now?.shipments ?? 0);

  // People sign in, sessions continue, codes work, pictures match, and unsent emails are sent.
  const again = await restored.signIn(customer);
  expect((await restored.call('auth.profile', undefined, { as: again })).data.email).toBe(customer.email);
  const opened = await restored.call('shipmentAdmin.getShipment', { id: parcel.id }, { as: manager });
  const codes = await restored.call('shipmentAdmin.showCodes', { id: parcel.id }, { as: manager });
  expect(codes.data).toEqual({ senderCode: parcel.senderCode, receiverCode: parcel.receiverCode });
  expect(opened.data.description).toBe('Tabs\tand\nlines \\ "quoted" → Ωmega');
  const pictures = (root: string) => readdir(join(root, 'images'), { recursive: true, withFileTypes: true });
  const files = (await pictures(dataDir)).filter((entry) => entry.isFile());
  expect(files).toHaveLength(4);
  for (const { name } of files) {
    const [copy, original] = [dataDir, server.environment.DATA_DIR].map((root) =>
      readFile(join(root, 'images', name.slice(0, 2), name)),
    );
    expect((await copy)?.equals((await original) ?? Buffer.alloc(0))).toBe(true);
  }
  expect((await restored.services.proofs.find(picture))?.size).toBe('a picture'.length);
  await until('a mail has gone out', async () => {
    return (await restored.query("select 1 from mails where state = 'sent'")).length > 0;
  });
  await restored.parcel();
  expect(await checkRecords(restored.services, { margin: 0 })).toMatchObject({ differences: [] });
});

let made: Promise<string> | undefined;
/** A backup that several tests read. */
const whole = () => {
  made ??= mkdtemp(join(tmpdir(), 'waybill-backup-')).then(async (parent) => {
    const folder = join(parent, 'backup');
    await writeBackup(installationOf(server), folder, { imagesElsewhere: false });
    return folder;
  });
  return made;
};
afterAll(async () => {
  if (made) await rm(dirname(await made), { recursive: true, force: true });
});

/** A test may change it. */
async function copyOfWhole(): Promise<string> {
  const folder = join(await newFolder(), 'backup');
  await cp(await whole(), folder, { recursive: true });
  return folder;
}

it('copies the folders that the handbook says to copy', async () => {
  const handbook = await readFile('docs/operating.md', 'utf8');
  const [, advice = ''] = /You can also back up ([\s\S]*?)\n\n/.exec(handbook) ?? [];
  const advised = Array.from(advice.matchAll(/`DATA_DIR\/([\w-]+)`/g), ([, folder]) => folder);
  const entries = await readdir(await whole(), { withFileTypes: true });
  const copied = entries.filter((entry) => entry.isDirectory() && entry.name !== 'tables').map(({ name }) => name);
  expect(copied).toContain('proofs');
  expect(advised.toSorted()).toEqual(copied.toSorted());
});

describe('a damaged backup', () => {
  const USERS = 'tables/users.copy.gz';
  const damages: [string, (folder: string) => Promise<unknown>, RegExp][] = [
    ['a file of rows', (folder) => appendFile(join(folder, USERS), 'x'), /tables\/users\.copy\.gz was changed/],
    ['a file that is gone', (folder) => rm(join(folder, USERS)), /users\.copy\.gz is missing/],
    ['half a manifest', (folder) => truncate(join(folder, 'manifest.json'), 400), /manifest\.json was changed/],
    ['no manifest', (folder) => rm(join(folder, 'manifest.json')), /is not a finished backup/],
    [
      'a number in the manifest',
      async (folder) => {
        const file = join(folder, 'manifest.json');
        await writeFile(file, (await readFile(file, 'utf8')).replace(/"rows": 1\b/, '"rows": 2'));
      },
      /manifest\.json was changed/,
    ],
    [
      'an image',
      async (folder) => {
        const names = await readdir(join(folder, 'images'), { recursive: true });
        const name = names.find((one) => one.endsWith('.webp')) ?? '';
        // The server’s own file is a second name of it, and would change, too.
        await rm(join(folder, 'images', name));
        await writeFile(join(folder, 'images', name), 'x');
      },
      /images\/.+\.webp was changed/,
    ],
  ];
  it('is rejected before anything is restored: each kind of damage', async () => {
    await checkBackup(await whole());
    for (const [name, damage, message] of damages) {
      const damaged = await copyOfWhole();
      await damage(damaged);
      await expect(checkBackup(damaged), name).rejects.toThrow(message);
    }
  });
});

it('says of a backup that this user may not read who may, rather than that it is unfinished', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'waybill-backup-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0);
  const read = asNobody(() => readManifest(folder));
  await expect(read).rejects.toThrow(/^This user may not read .*\. As root: chown -R waybill: /);
});

describe('an installation that does not fit a backup', () => {
  it('is rejected if the key differs, if it has rows, or if the schema is newer', async () => {
    const folder = await copyOfWhole();
    const manifest = await checkBackup(folder);
    const other = await testServer({ environment: { SECRET_KEY: 'another key that has 32 bytes or more' } });
    expect(() => assertSameKey(manifest, other.services)).toThrow(/belongs to another SECRET_KEY/);
    expect(() => assertSameKey(manifest, server.services)).not.toThrow();
    const before = await other.fingerprint();
    await expect(restoreBackup(folder, manifest, installationOf(other))).rejects.toThrow(
      /^The database is not empty: /,
    );
    expect(await other.fingerprint()).toEqual(before);

    const { restore, database } = await newInstallation();
    await reseal(folder, (one) => ({ ...one, migratedTo: latestMigration() + 1 }));
    await expect(restore(folder)).rejects.toThrow(/made by a newer version/);
    expect(await database.query("select 1 from pg_tables where schemaname = 'public'")).toEqual([]);
  });

  it('that failed half-way holds no rows, and accepts the next try', async () => {
    const folder = await copyOfWhole();
    const { restore, database } = await newInstallation();
    const manifest = await readManifest(folder);
    const tables = manifest.tables.map((table) =>
      table.name === 'users' ? { ...table, rows: table.rows + 1 } : table,
    );
    await reseal(folder, () => ({ ...manifest, tables }));
    await expect(restore(folder)).rejects.toThrow(/^users has \d+ rows where the backup has \d+\.$/);
    const rows = 'select (select count(*) from users) + (select count(*) from shipments) as rows';
    expect(await database.query(rows)).toEqual([{ rows: '0' }]);
    await reseal(folder, () => manifest);
    await restore(folder);
    expect(await database.query('select 1 from users where id = $1', [manager.id])).toHaveLength(1);
  });
});

it('of an earlier version is restored as it was, and then migrated', async () => {
  const folder = await whole();
  const { database, dataDir } = await newInstallation();
  const next = await nextVersion(["update users set city = 'Angered';"]);
  await restoreBackup(folder, await checkBackup(folder), { url: database.url, dataDir }, next);
  expect(await database.query('select distinct city from users')).toEqual([{ city: 'Angered' }]);
});

it('is never partial: killed in the middle, rejected if one exists, removed if it fails', async () => {
  const parent = await newFolder();
  const folder = join(parent, 'nightly');
  const dataDir = await newFolder();
  const { NODE_COMPILE_CACHE = '' } = process.env;
  const environment = { DATABASE_URL: server.database.url, DATA_DIR: dataDir, SECRET_KEY, NODE_COMPILE_CACHE };
  // The image never ends, so the rows are copied and the manifest is not written.
  const file = drawing.slice(drawing.lastIndexOf('/') + 1);
  const narrow = file.replace(/-\d+\./, '-320.');
  execFileSync('mkdir', ['-p', join(dataDir, 'images', file.slice(0, 2))]);
  execFileSync('mkfifo', [join(dataDir, 'images', file.slice(0, 2), narrow)]);
  const killed = execFile(process.execPath, [...scriptArguments('backup'), folder], { env: environment });
  await until('it is in the middle', () => isThere(join(`${folder}.part`, 'images', file.slice(0, 2), narrow)));
  killed.kill('SIGKILL');
  await until('it is gone', () => killed.signalCode !== null);
  expect(await isThere(folder)).toBe(false);
  await expect(checkBackup(`${folder}.part`)).rejects.toThrow(/is not a finished backup/);

  const installation = installationOf(server);
  await expect(writeBackup(installation, folder, { imagesElsewhere: false })).rejects.toThrow(/\.part already exists/);
  await rm(`${folder}.part`, { recursive: true });
  await writeBackup(installation, folder, { imagesElsewhere: false });
  await expect(writeBackup(installation, folder, { imagesElsewhere: false })).rejects.toThrow(/Choose a new folder/);
  const nowhere = { ...installation, url: (await testDatabase({ empty: true })).url };
  const second = join(parent, 'second');
  await expect(writeBackup(nowhere, second, { imagesElsewhere: false })).rejects.toThrow(
    /This database has no Waybill data/,
  );
  expect(await readdir(parent)).toEqual(['nightly']);
});

it('is made and restored by scripts that say what is missing, and reject what they cannot do', async () => {
  const folder = join(await newFolder(), 'by-hand');
  const { DATA_DIR } = server.environment;
  const source = { DATABASE_URL: server.database.url, DATA_DIR, SECRET_KEY };
  const made = await runScript('backup', source, folder);
  expect([made.code, made.stderr]).toEqual([0, '']);
  expect(made.stdout).toContain('5 image files are included.');
  expect(made.stdout).toContain('NOT included: SECRET_KEY. Keep it somewhere else');

  const { database, dataDir } = await newInstallation();
  const target = { DATABASE_URL: database.url, DATA_DIR: dataDir };
  const [withoutKey, otherKey] = await Promise.all([
    runScript('restore', target, folder),
    runScript('restore', { ...target, SECRET_KEY: 'another key that has 32 bytes or more' }, folder),
  ]);
  expect([withoutKey.code, otherKey.code]).toEqual([2, 2]);
  expect(withoutKey.stderr).toMatch(/^Set SECRET_KEY, or put the old installation's secret-key there first/);
  expect(otherKey.stderr).toMatch(/^This backup belongs to another SECRET_KEY/);
  const restored = await runScript('restore', { ...target, SECRET_KEY }, folder);
  expect([restored.code, restored.stderr]).toEqual([0, '']);
  expect(restored.stdout).toContain('Restored. Everything matches.');
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  // Triggers are back: what is signed cannot be changed.
  await expect(client.query('delete from audit_entries')).rejects.toThrow('audit_entries is append-only');
  await client.end();
});
