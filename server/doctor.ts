/** `npm run doctor`: says what is wrong with this machine and its settings, and how to mend it. */
import { runScript } from './backups/installation.ts';
import { findMistakes } from './doctor/find-mistakes.ts';

const print = (line = '') => process.stdout.write(`${line}\n`);

await runScript(async () => {
  const { found, isRunning, unseenDisks, hints } = await findMistakes(process.env);
  for (const { about, what, mend } of found) {
    print(`${about}: ${what}`);
    print(`  → ${mend}`);
  }
  if (found.length > 0) print();
  if (!isRunning) print('The server does not answer on this machine: it is not started, or not ready yet.');
  for (const host of unseenDisks) {
    print(
      `The disk of PostgreSQL at ${host} cannot be seen from here: run df -h there, and see WaybillDatabaseDiskFull.`,
    );
  }
  for (const hint of hints) print(hint);
  print(found.length === 0 ? 'Nothing is wrong.' : `${found.length} to mend.`);
  return found.length === 0 ? 0 : 1;
});
