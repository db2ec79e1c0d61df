/**
 * `npm run torture -- year`: an hour of years of a business (tests/year), or `--minutes`. Each round has its own server,
 * database and seed, which is printed. The exit code is 1 if a book was red.
 */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const ROUND_MINUTES = 10;

/** Returns whether all books were right. */
export async function runYears(minutes: number): Promise<boolean> {
  const end = performance.now() + minutes * 60_000;
  for (let left = minutes; left > 0; left = (end - performance.now()) / 60_000) {
    const seed = randomInt(1_000_000_000);
    process.stdout.write(`Seed ${seed}, ${Math.ceil(left)} minutes left\n`);
    const environment = {
      THOROUGH: '1',
      PROPERTY_SEED: String(seed),
      YEAR_MINUTES: String(Math.min(left, ROUND_MINUTES)),
    };
    const vitest = spawn(join(ROOT, 'node_modules/.bin/vitest'), ['run', 'tests/server/year.test.ts'], {
      cwd: ROOT,
      env: { ...process.env, ...environment },
      stdio: 'inherit',
    });
    const [code] = await once(vitest, 'exit');
    if (code !== 0) return false;
  }
  return true;
}
