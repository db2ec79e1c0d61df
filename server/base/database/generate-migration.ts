/** `npm run migration -- --name what-it-does`: writes the next migration. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MIGRATIONS } from '../config/paths.ts';

const generate = ['generate', '--config', 'server/base/database/drizzle.config.ts', ...process.argv.slice(2)];
const { status } = spawnSync('drizzle-kit', generate, { stdio: 'inherit', shell: process.platform === 'win32' });

// Only the last is compared with the tables.
const meta = join(MIGRATIONS, 'meta');
const snapshots = readdirSync(meta).filter((name) => name.endsWith('_snapshot.json'));
for (const name of snapshots.toSorted().slice(0, -1)) rmSync(join(meta, name));

function rewrite(folder: string, ending: string, change: (text: string) => string): void {
  for (const name of readdirSync(folder).filter((one) => one.endsWith(ending))) {
    const file = join(folder, name);
    writeFileSync(file, change(readFileSync(file, 'utf8')));
  }
}
rewrite(meta, '_snapshot.json', (text) => `${JSON.stringify(JSON.parse(text))}\n`);
rewrite(MIGRATIONS, '.sql', (text) => text.replaceAll('DROP INDEX "', 'DROP INDEX IF EXISTS "'));
process.exitCode = status ?? 1;
