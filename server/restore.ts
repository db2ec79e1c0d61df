import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { differenceSentence } from '../src/domain/records.ts';
import { checkRecords } from './audit/check-records.ts';
import { deleteSealedKeys } from './auth/store/sealed-values.ts';
import { openInstallation, runScript } from './backups/installation.ts';
import { assertSameKey, checkBackup, restoreBackup } from './backups/restore-backup.ts';
import { commandLine } from './base/config/command-line.ts';
import { readEnvironment } from './base/config/env.ts';
import { openDatabase } from './base/database/client.ts';
import { RECORDS_POOL } from './base/database/snapshot.ts';

const print = (line = '') => process.stdout.write(`${line}\n`);

await runScript(async () => {
  const { from, otherKey } = readArguments();
  const environment = readEnvironment(process.env);
  const keyFile = resolve(environment.DATA_DIR, 'secret-key');
  if (!environment.SECRET_KEY && !existsSync(keyFile) && !otherKey) {
    throw new Error(`Set SECRET_KEY, or put the old installation's secret-key there first: ${keyFile}`);
  }
  print('Checking the backup …');
  const manifest = await checkBackup(from);
  const installation = await openInstallation(environment, { exclusive: true });
  try {
    if (!otherKey) assertSameKey(manifest, installation);
    print(`Restoring the backup from ${manifest.madeAt} …`);
    await restoreBackup(from, manifest, installation);
    if (otherKey) await forgetKeys(installation.url);
    const { images } = manifest;
    if (environment.IMAGE_STORAGE && images.included) {
      print(
        `The images are in ${installation.dataDir}/images. Copy them to ${environment.IMAGE_STORAGE.split('?')[0]}.`,
      );
    }
    if (!images.included)
      print(`${images.files} image files were not in the backup: make sure their bucket still has them.`);
    return await verify(installation.url, installation);
  } finally {
    await installation.stop();
  }
});

function readArguments(): { from: string; otherKey: boolean } {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { 'other-key': { type: 'boolean', default: false } },
    });
    const [from, ...more] = positionals;
    if (from && more.length === 0) return { from, otherKey: values['other-key'] };
  } catch {
    // Reported below.
  }
  throw new Error(`Usage: ${commandLine('restore', 'FOLDER [--other-key]')}`);
}

async function forgetKeys(url: string): Promise<void> {
  const { db, close } = openDatabase(url, { connections: 1 });
  await deleteSealedKeys(db).finally(close);
}

async function verify(url: string, { secrets }: Pick<Parameters<typeof checkRecords>[0], 'secrets'>): Promise<number> {
  const { db, close } = openDatabase(url, RECORDS_POOL);
  try {
    const check = await checkRecords({ db, secrets }, { whole: true, wait: true });
    const differences = check?.differences ?? [];
    for (const difference of differences) print(differenceSentence(difference));
    print(
      differences.length > 0
        ? `Restored, but some records do not match. Run ${commandLine('verify')}.`
        : 'Restored. Everything matches.',
    );
    return differences.length > 0 ? 1 : 0;
  } finally {
    await close();
  }
}
