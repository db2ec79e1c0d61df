/**
 * `npm run backup -- FOLDER`: copies database and images, also of a running server. `--check FOLDER`
 * restores one on trial. `--scheduled`: what BACKUP_DIR asks for, if it is due.
 */
import { parseArgs } from 'node:util';
import { findBackups } from './audit/store/backups.ts';
import { type Installation, openInstallation, runScript } from './backups/installation.ts';
import { latestBackupTime, minuteOf } from './backups/schedule.ts';
import { makeScheduledBackup } from './backups/scheduled-backup.ts';
import { tryRestore } from './backups/try-restore.ts';
import { writeBackup } from './backups/write-backup.ts';
import { commandLine } from './base/config/command-line.ts';
import { type Environment, readEnvironment } from './base/config/env.ts';
import { openDatabase } from './base/database/client.ts';
import { readSettings } from './brand/current-settings.ts';

const USAGE = `Usage: ${commandLine('backup', 'FOLDER | --check FOLDER | --scheduled')}`;
const print = (line = '') => process.stdout.write(`${line}\n`);

await runScript(async () => {
  const { folder, check, scheduled } = readArguments();
  const environment = readEnvironment(process.env);
  if (scheduled && !environment.BACKUP_DIR) throw new Error('Set BACKUP_DIR first.');
  const installation = await openInstallation(environment);
  try {
    if (scheduled) await backUpIfDue(installation);
    else if (check) {
      const { madeAt, tables } = await tryRestore(folder, installation);
      print(`The backup from ${madeAt} can be restored: ${tables.length} tables, and everything matches.`);
    } else await backUp(installation, environment, folder);
    return 0;
  } finally {
    await installation.stop();
  }
});

function readArguments(): { folder: string; check: boolean; scheduled: boolean } {
  try {
    const flag = { type: 'boolean', default: false } as const;
    const { positionals, values } = parseArgs({ allowPositionals: true, options: { check: flag, scheduled: flag } });
    const [folder = '', ...more] = positionals;
    const { check, scheduled } = values;
    if (more.length === 0 && !(check && scheduled) && scheduled === (folder === ''))
      return { folder, check, scheduled };
  } catch {
    // Reported below.
  }
  throw new Error(USAGE);
}

async function backUpIfDue(installation: Installation): Promise<void> {
  // A night is one of the brand’s.
  const { db, close } = openDatabase(installation.url, { connections: 1 });
  const environment = await readSettings(db, process.env).finally(close);
  const made = await makeScheduledBackup(installation, environment);
  if (!made) return void print(await sayWhyNot(installation.url, environment));
  print(`Backed up into ${made.folder} and restored it on trial: everything matches.`);
  if (made.removed.length > 0) print(`Deleted ${made.removed.length} older than ${environment.BACKUP_DAYS} days.`);
}

async function sayWhyNot(url: string, environment: Environment): Promise<string> {
  const { db, close } = openDatabase(url, { connections: 1 });
  const { good } = await findBackups(db).finally(close);
  if (good && good.startedAt >= latestBackupTime(new Date(), environment)) {
    return `No backup is due: the last good one is of ${minuteOf(good.startedAt.toISOString())} UTC.`;
  }
  return `No backup is made: another one runs, or failed less than an hour ago. This makes one at once: ${commandLine('backup', 'FOLDER')}.`;
}

async function backUp(installation: Installation, environment: Environment, into: string): Promise<void> {
  const imagesElsewhere = Boolean(environment.IMAGE_STORAGE);
  const { folder, manifest, head } = await writeBackup(installation, into, { imagesElsewhere });
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const { images } = manifest;
  print(`Backed up ${manifest.tables.length} tables with ${rows} rows into ${folder}.`);
  if (imagesElsewhere) {
    print(
      `NOT included: ${images.files} image files. They are in ${environment.IMAGE_STORAGE?.split('?')[0]}: back that up too.`,
    );
  } else print(`${images.files} image files are included.`);
  if (images.missing > 0)
    print(`${images.missing} image files that shipments refer to are missing, and are not included.`);
  print();
  if (head) {
    print('The newest signed digest in this backup. Keep this line somewhere else:');
    print(head);
    print();
  }
  const key = environment.SECRET_KEY ? 'SECRET_KEY' : `the file ${installation.dataDir}/secret-key`;
  print(`NOT included: ${key}. Keep it somewhere else: without it, nobody can read`);
  print('the private codes in this backup.');
}
