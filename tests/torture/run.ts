/**
 * `npm run torture`: kills processes of PostgreSQL and the server under load, in rounds, and adds up the results in
 * reports/torture.json. It continues an interrupted run; `--from-start` resets the counts. The exit code is 1 if
 * anything was lost, doubled or torn, or the server did what it must never do. `-- cluster` is in `cluster/run.ts`,
 * `-- year` in `year.ts`.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Counts, runRound } from './round.ts';
import { runYears } from './year.ts';

const FILE = join(import.meta.dirname, '../../reports/torture.json');
const DATABASE_KILLS_A_ROUND = 100;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'database-kills': { type: 'string', default: '1000' },
    'server-kills': { type: 'string', default: '500' },
    clients: { type: 'string', default: '12' },
    'from-start': { type: 'boolean', default: false },
    minutes: { type: 'string', default: '60' },
  },
});
// Ends the process.
if (positionals[0] === 'cluster') await import('./cluster/run.ts');
if (positionals[0] === 'year') process.exit((await runYears(Number(values.minutes))) ? 0 : 1);

const wanted = { databaseKills: Number(values['database-kills']), serverKills: Number(values['server-kills']) };

function readRounds(): Counts[] {
  if (values['from-start']) return [];
  try {
    return JSON.parse(readFileSync(FILE, 'utf8')) as Counts[];
  } catch {
    return [];
  }
}

function writeRounds(rounds: readonly Counts[]): void {
  mkdirSync(join(FILE, '..'), { recursive: true });
  writeFileSync(`${FILE}.part`, JSON.stringify(rounds, null, 1));
  renameSync(`${FILE}.part`, FILE);
}

type Key<Kind> = { [Name in keyof Counts]: Counts[Name] extends Kind ? Name : never }[keyof Counts];
const rounds = readRounds();
const sum = (key: Key<number>) => rounds.reduce((total, round) => total + round[key], 0);
const all = (key: Key<string[]>) => rounds.flatMap((round) => round[key]);

const roundsWanted = Math.max(1, Math.ceil(wanted.databaseKills / DATABASE_KILLS_A_ROUND));
while (sum('databaseKills') < wanted.databaseKills || sum('serverKills') < wanted.serverKills) {
  const began = performance.now();
  const databaseKills = Math.min(DATABASE_KILLS_A_ROUND, wanted.databaseKills - sum('databaseKills'));
  const serverKills = Math.min(Math.ceil(wanted.serverKills / roundsWanted), wanted.serverKills - sum('serverKills'));
  let kills = 0;
  const counts = await runRound({
    clients: Number(values.clients),
    databaseKills: Math.max(0, databaseKills),
    serverKills: Math.max(0, serverKills),
    // The last emails take minutes. In the other rounds they have to be in the queue.
    untilEmailsAreSent: databaseKills === wanted.databaseKills - sum('databaseKills'),
    onKill() {
      kills += 1;
      if (kills % 25 === 0) process.stdout.write(`${kills} kills, ${new Date().toISOString().slice(11, 19)}\n`);
    },
  });
  rounds.push(counts);
  writeRounds(rounds);
  const seconds = Math.round((performance.now() - began) / 1000);
  process.stdout.write(
    `Round ${rounds.length}: ${counts.databaseKills} + ${counts.serverKills} kills, ${counts.changes} changes, ${seconds} s\n`,
  );
}

const WRONG: [Key<string[]>, string][] = [
  ['lost', 'lost'],
  ['doubled', 'doubled'],
  ['torn', 'torn'],
  ['serverExits', 'servers that ended by themselves'],
  ['wrongAnswers', '500s and unexpected responses'],
  ['keptConnections', 'connections that did not come back to their pool'],
];
const lines = [
  '',
  `${sum('databaseKills')} kills of PostgreSQL's processes and ${sum('serverKills')} of the server under load`,
  `${sum('changes')} acknowledged changes, ${sum('refused')} refused, ${sum('attempts')} attempts, ${sum('replayed')} sent again`,
  ...WRONG.map(([key, words]) => `${String(all(key).length).padStart(6)} ${words}`),
  ...WRONG.flatMap(([key]) =>
    all(key)
      .slice(0, 10)
      .map((what) => `  ${key}: ${what}`),
  ),
];
process.stdout.write(`${lines.join('\n')}\n`);
process.exit(WRONG.some(([key]) => all(key).length > 0) ? 1 : 0);
