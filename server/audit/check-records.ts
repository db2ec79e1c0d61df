/** Every hour and with `npm run verify` (decision 0025). */
import { lt, sql } from 'drizzle-orm';
import { keysOf } from '../../src/domain/field-schemas.ts';
import { MAX_JOBS_SILENCE_SECONDS, type RecordDifference, type RecordsCheck } from '../../src/domain/records.ts';
import type { Transaction } from '../base/database/client.ts';
import { BACKUP_APPLICATION, inSnapshot } from '../base/database/snapshot.ts';
import { evidenceChecks, evidenceHeads } from '../base/database/tables/audit.ts';
import { listFailedJobs } from '../base/sql/failed-jobs.ts';
import type { Services } from '../context/context.ts';
import { readJobsSilence } from '../doctor/store/database-facts.ts';
import { FAILED_QUEUE } from '../jobs/queues.ts';
import { compareFees } from '../ledger/store/fees.ts';
import { compareCollected } from '../pickups/store/collected-entries.ts';
import { findUnreadable, type Unreadable } from '../secret-key/find-unreadable.ts';
import {
  type Comparison,
  compareBalances,
  compareCounters,
  rebuildProjections,
} from '../shipments/store/projections.ts';
import { compareStatements } from '../statements/store/statements.ts';
import { findBackupProblem } from './backup-problem.ts';
import { comparedHeads, compareHeads, readChain } from './evidence-chain.ts';
import { type ExportedHead, signHead } from './evidence-head.ts';
import { findBackups } from './store/backups.ts';
import { type EvidenceHead, findLatestHead, listHeads } from './store/evidence-heads.ts';
import { type EvidenceCheck, findLatestCheck, withCheckLock } from './store/records-checks.ts';

const CHAIN_CHECK_INTERVAL_MS = 24 * 60 * 60 * 1000;
/** A transaction may have begun without being listed yet. */
const MARGIN_SECONDS = 60;
/** Every check compares what is kept with what it was made from. */
const COMPARISONS = {
  balances: compareBalances,
  counters: compareCounters,
  fees: compareFees,
  statements: compareStatements,
  parcels: compareCollected,
};
const COMPARED = keysOf(COMPARISONS);
const FOUND_AGAIN: readonly RecordDifference['kind'][] = [...COMPARED, 'secrets'];

export interface CheckOptions {
  whole?: boolean;
  /** Otherwise, another server's check is enough. */
  wait?: boolean;
  startOver?: boolean;
  rebuild?: boolean;
  /** In seconds. */
  margin?: number;
  kept?: readonly ExportedHead[];
}

export type CheckResult = EvidenceCheck & { head: EvidenceHead | null; statements: number; parcels: number };

async function insertHead(tx: Transaction, head: EvidenceHead): Promise<void> {
  await tx.insert(evidenceHeads).values(head);
}

/**
 * Finds the time before which no more rows can appear, `margin` seconds before the oldest
 * transaction; null if unknown.
 */
async function findCompleteTime(tx: Transaction, margin: number): Promise<Date | null> {
  const { rows } = await tx.execute<{ at: string | null }>(sql`
    select case when blocked then null else floor(extract(epoch from
      least(clock_timestamp(), oldest) - make_interval(secs => ${margin})) * 1000)::bigint end as at
    from (
      select min(xact_start) as oldest from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and backend_type <> 'autovacuum worker' and application_name <> ${BACKUP_APPLICATION}
    ) as running, (
      -- Locks of no process are those of a prepared transaction.
      select current_setting('track_activities') = 'off' or exists (
        select from pg_locks where locktype = 'relation' and pid is null
          and database = (select oid from pg_database where datname = current_database())
          and relation in ('audit_entries'::regclass, 'ledger_entries'::regclass)
      ) as blocked
    ) as prepared`);
  const at = rows[0]?.at;
  return at == null ? null : new Date(Number(at));
}

const CHECK_RETENTION = '90 days';

async function insertCheck(tx: Transaction, check: EvidenceCheck): Promise<void> {
  await tx.delete(evidenceChecks).where(lt(evidenceChecks.createdAt, sql`now() - ${CHECK_RETENTION}::interval`));
  await tx.insert(evidenceChecks).values({ ...check, createdAt: sql`clock_timestamp()` });
}

export function checkRecords(
  { db, secrets }: Pick<Services, 'db' | 'secrets'>,
  {
    whole = false,
    wait = false,
    startOver = false,
    rebuild = false,
    margin = MARGIN_SECONDS,
    kept = [],
  }: CheckOptions = {},
): Promise<CheckResult | null> {
  return withCheckLock(db, wait, async (tx) => {
    if (rebuild) await rebuildProjections(db);
    const previous = await findLatestCheck(tx);
    const isDue = Date.now() - (previous?.chainCheckedAt?.getTime() ?? 0) >= CHAIN_CHECK_INTERVAL_MS;
    const comparesChain = (whole || isDue) && !startOver;
    const last = await findLatestHead(tx);
    const heads = comparesChain ? await listHeads(tx) : [];
    const settled = await findCompleteTime(tx, margin);
    const end = startOver ? null : (last?.upTo ?? null);
    const found = await inSnapshot(db, async (snapshot) => ({
      compared: await compareAll(snapshot),
      unreadable: await findUnreadable(snapshot, secrets),
      chain: await readChain(snapshot, { compared: comparedHeads(heads), end, settled }),
    }));
    const { uncovered } = found.chain;
    const { balances, counters, fees, statements, parcels } = found.compared;
    if (startOver && !uncovered) throw new Error('There is nothing to sign yet. Try again in a minute.');
    const added = uncovered && signHead(secrets, { ...uncovered, number: (last?.number ?? 0) + 1 }, last);
    if (added) await insertHead(tx, added);

    const chain = comparesChain
      ? [...compareHeads(heads, secrets, kept), ...found.chain.differences]
      : (startOver ? [] : (previous?.differences ?? [])).filter(({ kind }) => !FOUND_AGAIN.includes(kind));
    const head = added ?? last;
    const check: EvidenceCheck = {
      balances: balances.compared,
      counters: counters.compared,
      fees: fees.compared,
      heads: head?.number ?? 0,
      differences: [
        ...COMPARED.flatMap((kind) => differencesOf(kind, found.compared[kind])),
        ...secretsOf(found.unreadable),
        ...chain,
      ],
      chainCheckedAt: comparesChain || startOver ? new Date() : (previous?.chainCheckedAt ?? null),
    };
    await insertCheck(tx, check);
    return { ...check, head, statements: statements.compared, parcels: parcels.compared };
  });
}

async function compareAll(snapshot: Transaction) {
  const compared = {} as Record<(typeof COMPARED)[number], Comparison>;
  for (const kind of COMPARED) compared[kind] = await COMPARISONS[kind](snapshot);
  return compared;
}

function differencesOf(kind: RecordDifference['kind'], { wrong, examples }: Comparison): RecordDifference[] {
  return wrong > 0 ? [{ kind, count: wrong, examples }] : [];
}

function secretsOf(unreadable: readonly Unreadable[]): RecordDifference[] {
  const count = unreadable.reduce((sum, { rows }) => sum + rows, 0);
  return count > 0 ? [{ kind: 'secrets', count, examples: unreadable.map(({ what }) => what) }] : [];
}

export async function getRecordsCheck({
  db,
  environment,
  jobs,
}: Pick<Services, 'db' | 'environment' | 'jobs'>): Promise<RecordsCheck | null> {
  const check = await findLatestCheck(db);
  if (!check) return null;
  const failedJobs = (await listFailedJobs(db, FAILED_QUEUE)).map(({ oldest: _, ...job }) => job);
  const silence = await readJobsSilence(db, jobs.upSeconds());
  const backup = findBackupProblem(await findBackups(db), environment.BACKUP_DIR !== undefined);
  return {
    checkedAt: check.createdAt.toISOString(),
    differences: check.differences,
    ...(backup && { backup }),
    ...(failedJobs.length > 0 && { failedJobs }),
    ...(silence > MAX_JOBS_SILENCE_SECONDS && { jobsSeenAt: new Date(Date.now() - silence * 1_000).toISOString() }),
  };
}
