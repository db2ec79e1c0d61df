/** See decision 0025. */
import { hash } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import type { QueryResult } from 'pg';
import type { RecordDifference } from '../../src/domain/records.ts';
import type { Transaction } from '../base/database/client.ts';
import { isEvidenceSignature, type Secrets } from '../base/secrets/secrets.ts';
import { type ExportedHead, headDigest } from './evidence-head.ts';
import { hashOf, type SignedTable } from './store/evidence.ts';
import type { EvidenceHead } from './store/evidence-heads.ts';

/** How far the clock of the ids may lag. */
const MAX_CLOCK_SKEW_MS = 24 * 60 * 60 * 1000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const MAX_EXAMPLES = 5;

export type UnsignedPeriod = Pick<
  EvidenceHead,
  'coversFrom' | 'upTo' | 'auditRows' | 'auditDigest' | 'ledgerRows' | 'ledgerDigest'
>;

export interface ChainReading {
  differences: RecordDifference[];
  /** Null if nothing settled since the last head. */
  uncovered: UnsignedPeriod | null;
}

export function comparedHeads(heads: readonly EvidenceHead[]): EvidenceHead[] {
  return heads.slice(
    Math.max(
      0,
      heads.findLastIndex(({ coversFrom }) => coversFrom === null),
    ),
  );
}

const BATCH_SIZE = 1000;

const SIGNED_HASH = {
  // A row counts as erased only if it looks as an erasure leaves it. Any other would be forged.
  audit_entries: sql`case when erased_hash is not null and before is null and after is null
    and entity in ('user', 'bank-account') and exists (select from users where users.id = user_id and deleted_at is not null)
    then erased_hash else ${hashOf('audit_entries')} end`,
  ledger_entries: hashOf('ledger_entries'),
};

type RowHash = { id: string; at: string; hash: Buffer };

interface Digest {
  rows: number;
  /** In the order of ids. */
  digest: Buffer;
}

/**
 * Digests consecutive periods from `from` (null: the first row), each to its time in `ends`;
 * `firstId`: their smallest possible id.
 */
async function digestPeriods(
  snapshot: Transaction,
  table: SignedTable,
  { from, ends, firstId }: { from: Date | null; ends: readonly Date[]; firstId: string },
): Promise<Digest[]> {
  const start = from?.getTime() ?? Number.NEGATIVE_INFINITY;
  const bounds = ends.map((end) => end.getTime());
  const digests = bounds.map((): Digest => ({ rows: 0, digest: Buffer.alloc(32) }));
  const name = sql.identifier(table);
  for (let beyond: SQL | null = sql`id >= ${firstId}`; beyond; ) {
    const page: QueryResult<RowHash> = await snapshot.execute<RowHash>(sql`
      select id, floor(extract(epoch from created_at) * 1000)::text as at,
        ${SIGNED_HASH[table]} as hash
      from ${name} where ${beyond} order by id limit ${BATCH_SIZE}`);
    for (const row of page.rows) {
      const moment = Number(row.at);
      const period = moment < start ? undefined : digests[firstAfter(bounds, moment)];
      if (!period) continue;
      period.rows += 1;
      period.digest = hash('sha256', Buffer.concat([period.digest, row.hash]), 'buffer');
    }
    const last: RowHash | undefined = page.rows.length === BATCH_SIZE ? page.rows.at(-1) : undefined;
    beyond = last ? sql`id > ${last.id}` : null;
  }
  return digests;
}

function firstAfter(bounds: readonly number[], moment: number): number {
  let [low, high] = [0, bounds.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((bounds[middle] ?? 0) <= moment) low = middle + 1;
    else high = middle;
  }
  return low;
}

export async function readChain(
  snapshot: Transaction,
  { compared, end, settled }: { compared: readonly EvidenceHead[]; end: Date | null; settled: Date | null },
): Promise<ChainReading> {
  const periods: { end: Date; head?: EvidenceHead }[] = [];
  for (const head of compared) {
    // The rows of a removed head belong to no other.
    const from = head.coversFrom;
    if (from && from.getTime() !== periods.at(-1)?.end.getTime()) periods.push({ end: from });
    periods.push({ end: head.upTo, head });
  }
  const isNew = settled !== null && settled.getTime() > (end?.getTime() ?? Number.NEGATIVE_INFINITY);
  const range = {
    from: compared.length > 0 ? null : end,
    ends: [...periods.map((period) => period.end), ...(isNew ? [settled] : [])],
    firstId: compared.length > 0 || end === null ? FIRST_ID : lowestUuidAt(end.getTime() - MAX_CLOCK_SKEW_MS),
  };
  const audit = await digestPeriods(snapshot, 'audit_entries', range);
  const ledger = await digestPeriods(snapshot, 'ledger_entries', range);
  const findings = new Findings();
  for (const [index, { head }] of periods.entries()) {
    if (!head) continue;
    findings.compare(head, 'history', { rows: head.auditRows, digest: head.auditDigest }, audit[index]);
    findings.compare(head, 'ledger', { rows: head.ledgerRows, digest: head.ledgerDigest }, ledger[index]);
  }
  const [newAudit, newLedger] = isNew ? [audit.at(-1), ledger.at(-1)] : [];
  const isWritten = newAudit && newLedger && newAudit.rows + newLedger.rows > 0;
  const uncovered = isWritten
    ? {
        coversFrom: end,
        upTo: settled as Date,
        auditRows: newAudit.rows,
        auditDigest: newAudit.digest,
        ledgerRows: newLedger.rows,
        ledgerDigest: newLedger.digest,
      }
    : null;
  return { differences: findings.list(), uncovered };
}

/** The lowest UUIDv7 of a moment, in milliseconds since 1970. */
function lowestUuidAt(moment: number): string {
  const digits = Math.max(0, moment).toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`;
}

export function compareHeads(
  heads: readonly EvidenceHead[],
  { isEvidenceKey }: Pick<Secrets, 'isEvidenceKey'>,
  kept: readonly ExportedHead[],
): RecordDifference[] {
  const findings = new Findings();
  const compared = comparedHeads(heads);
  for (const [index, head] of compared.entries()) {
    const before = heads[heads.length - compared.length + index - 1] ?? null;
    if (!headDigest(head, before).equals(head.digest)) {
      findings.add('heads', `head ${head.number} was changed, or the one before it is missing`);
    } else if (!isEvidenceSignature(head.digest, head.signature, head.publicKey)) {
      findings.add('signatures', `head ${head.number} has an invalid signature`);
    } else if (!isEvidenceKey(head.publicKey)) {
      findings.add('signatures', `head ${head.number} was signed with another SECRET_KEY`);
    }
  }
  for (const { number, digest } of kept) {
    const head = heads.find((one) => one.number === number);
    if (!head) findings.add('heads', `head ${number}, which was kept elsewhere, is missing`);
    else if (!head.digest.equals(digest))
      findings.add('heads', `head ${number} is not the one that was kept elsewhere`);
  }
  return findings.list();
}

class Findings {
  readonly #byKind = new Map<RecordDifference['kind'], RecordDifference>();

  add(kind: RecordDifference['kind'], example: string, count = 1): void {
    const found = this.#byKind.get(kind) ?? { kind, count: 0, examples: [] };
    found.count += count;
    if (found.examples.length < MAX_EXAMPLES) found.examples.push(example);
    this.#byKind.set(kind, found);
  }

  compare(head: EvidenceHead, table: string, signed: Digest, found: Digest = { rows: 0, digest: Buffer.alloc(32) }) {
    const period = `${table}, ${head.coversFrom?.toISOString() ?? 'the beginning'} to ${head.upTo.toISOString()} (head ${head.number})`;
    const counts = `${signed.rows} signed, ${found.rows} found`;
    if (found.rows < signed.rows) this.add('removed', `${period}: ${counts}`, signed.rows - found.rows);
    else if (found.rows > signed.rows) this.add('late', `${period}: ${counts}`, found.rows - signed.rows);
    else if (!found.digest.equals(signed.digest)) this.add('changed', `${period}: ${counts}, but they differ`);
  }

  list(): RecordDifference[] {
    return [...this.#byKind.values()];
  }
}
