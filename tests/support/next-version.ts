import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { MIGRATIONS } from '../../server/base/config/paths.ts';
import { latestMigration } from '../../server/base/database/migrate.ts';

/** A folder with the migrations of a next version: one more for each argument, with these statements. */
export async function nextVersion(...added: string[][]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'waybill-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await cp(MIGRATIONS, folder, { recursive: true });
  const journal = join(folder, 'meta/_journal.json');
  const { entries, ...rest } = JSON.parse(await readFile(journal, 'utf8')) as { entries: object[] };
  for (const [index, statements] of added.entries()) {
    const tag = `9999_${index}`;
    entries.push({ idx: entries.length, when: latestMigration() + 1 + index, tag, breakpoints: true });
    await writeFile(join(folder, `${tag}.sql`), statements.join('\n--> statement-breakpoint\n'));
  }
  await writeFile(journal, JSON.stringify({ entries, ...rest }));
  return folder;
}
