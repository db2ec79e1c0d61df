/** `npm run rekey`: brings everything under the first SECRET_KEY, while servers run. `--check` only counts. */

import { listWritingKeys } from './auth/store/sealed-values.ts';
import { openInstallation, runScript } from './backups/installation.ts';
import { commandLine } from './base/config/command-line.ts';
import { readEnvironment } from './base/config/env.ts';
import { loadSecretKeys } from './base/config/secret-keys.ts';
import { type Database, openDatabase } from './base/database/client.ts';
import { LIVE_CONNECTION } from './base/live/listen-for-changes.ts';
import { createSecrets, nameKey } from './base/secrets/secrets.ts';
import { type Rekeyed, rekey } from './secret-key/rekey.ts';

const PROGRESS_MS = 5_000;
const print = (line = '') => process.stdout.write(`${line}\n`);
const count = (number: number) => number.toLocaleString('en-GB');

await runScript(async () => {
  const [option, ...more] = process.argv.slice(2);
  if (more.length > 0 || (option && option !== '--check'))
    throw new Error(`Usage: ${commandLine('rekey', '[--check]')}`);
  const environment = readEnvironment(process.env);
  const installation = await openInstallation(environment);
  const client = openDatabase(installation.url, { connections: 3, name: 'waybill-rekey' });
  try {
    const keys = await loadSecretKeys(environment.SECRET_KEY, installation.dataDir);
    const others = await countOtherWriters(client.db, nameKey(keys));
    const services = { db: client.db, secrets: createSecrets(keys) };
    const done = await rekey(services, { check: option === '--check', onProgress: printProgress() });
    return report(done, others);
  } finally {
    await client.close();
    await installation.stop();
  }
});

async function countOtherWriters(db: Database, name: string): Promise<number> {
  return (await listWritingKeys(db, LIVE_CONNECTION)).filter((one) => one !== name).length;
}

function printProgress() {
  let next = performance.now() + PROGRESS_MS;
  return (what: string, rows: number) => {
    if (performance.now() < next) return;
    next = performance.now() + PROGRESS_MS;
    print(`${count(rows)} rows of ${what} …`);
  };
}

function report(done: readonly Rekeyed[], others: number): number {
  for (const { what, rows, changed, left } of done) {
    print(`${count(rows)} ${what}: ${count(changed)} brought under the new key, ${count(left)} left.`);
  }
  print();
  const unreadable = done.filter((one) => one.unreadable > 0);
  for (const one of unreadable) {
    print(`${count(one.unreadable)} ${one.what} belong to none of the keys. Add the key that made them to SECRET_KEY.`);
  }
  if (others > 0) {
    print(`${others} running ${others === 1 ? 'server writes' : 'servers write'} with another key first.`);
    print('Restart them with this SECRET_KEY, then run this again. The old key must stay until then.');
    return 1;
  }
  const left = done.reduce((sum, one) => sum + one.left, 0);
  if (left > 0) {
    print('Run this again: the old key must stay until nothing is left.');
    return 1;
  }
  if (unreadable.length > 0) return 1;
  print('Nothing is left under an older key: it may go from SECRET_KEY on every server.');
  print('Keep it where you keep backups: those made until now need it.');
  return 0;
}
