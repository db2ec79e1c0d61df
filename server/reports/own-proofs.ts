import { sql } from 'drizzle-orm';
import { Zip, ZipPassThrough } from 'fflate';
import { wallClockIn } from '../../src/domain/dates.ts';
import { shiftDay } from '../../src/domain/day.ts';
import { calendarDay, strictInput } from '../../src/domain/field-schemas.ts';
import { grouped } from '../../src/domain/figures.ts';
import { MAX_FIGURE_DAYS } from '../../src/domain/reports/figures.ts';
import type { Range } from '../../src/domain/reports/period.ts';
import { endOfDay, startOfDay } from '../../src/domain/time-zone.ts';
import type { Executor } from '../base/database/client.ts';
import { fieldError, UserError } from '../base/errors/errors.ts';
import type { Services } from '../context/context.ts';

export const ProofDaysSchema = strictInput({ from: calendarDay('From'), to: calendarDay('To') });

const MAX_PROOFS_IN_FILE = 2_000;

type Sources = Pick<Services, 'db' | 'environment' | 'proofs'>;

interface SentProof {
  trackingId: string;
  occurredAt: Date;
  kind: string;
  sha256: string;
  storageKey: string;
}

/** Stored pictures of visits to what a customer sends, oldest first. */
async function listProofsOfSender(
  executor: Executor,
  { senderId, from, until, limit }: { senderId: string; from: Date; until: Date; limit: number },
): Promise<SentProof[]> {
  const { rows } = await executor.execute<SentProof & { at: string } & Record<string, unknown>>(sql`
    select distinct s.tracking_id as "trackingId", f.occurred_at::text as at, p.kind,
      encode(p.sha256, 'hex') as sha256, p.storage_key as "storageKey"
    from shipments s
    join fact_outcomes o on o.shipment_id = s.id
    join courier_facts f on f.id = o.fact_id and f.occurred_at >= ${from} and f.occurred_at < ${until}
    join visit_proofs p on p.visit_id = f.id and s.id = any (p.shipment_ids) and p.storage_key is not null
    where s.sender_id = ${senderId} and s.deleted_at is null
    order by at, "trackingId", sha256 limit ${limit}`);
  return rows.map(({ at, ...row }) => ({ ...row, occurredAt: new Date(at) }));
}

/**
 * Returns the pictures of what someone sent, delivered or tried on these days, as parts of a zip.
 * @throws NOT_FOUND for none, BAD_REQUEST for too many
 */
export async function getOwnProofs(
  { db, environment: { TIME_ZONE }, proofs }: Sources,
  userId: string,
  { from, to }: Range,
): Promise<AsyncGenerator<Uint8Array>> {
  if (to < from) throw fieldError('to', 'To can’t be before From.');
  if (to > shiftDay(from, MAX_FIGURE_DAYS - 1))
    throw fieldError('to', `Proofs can be of at most ${MAX_FIGURE_DAYS} days.`);
  const days = { from: startOfDay(from, TIME_ZONE), until: endOfDay(to, TIME_ZONE) };
  const found = await listProofsOfSender(db, { senderId: userId, ...days, limit: MAX_PROOFS_IN_FILE + 1 });
  if (found.length === 0) throw new UserError('NOT_FOUND', 'There are no photos or signatures of these days.');
  if (found.length > MAX_PROOFS_IN_FILE)
    throw fieldError('to', `One file has at most ${grouped(MAX_PROOFS_IN_FILE)} pictures. Choose fewer days.`);
  return writeProofs(found, proofs, TIME_ZONE);
}

/** One after the other: none waits in memory for the next. */
async function* writeProofs(found: readonly SentProof[], proofs: Services['proofs'], zone: string) {
  let pieces: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece);
  });
  const flush = function* () {
    yield* pieces;
    pieces = [];
  };
  for (const { trackingId, occurredAt, kind, sha256, storageKey } of found) {
    // Some may just have been erased.
    const bytes = await (await proofs.find(storageKey))?.read();
    if (!bytes) continue;
    const time = wallClockIn(zone, occurredAt).slice(0, 16).replace(':', '.');
    const entry = new ZipPassThrough(`${trackingId}/${time} ${kind} ${sha256.slice(0, 8)}.webp`);
    entry.mtime = occurredAt;
    zip.add(entry);
    for await (const piece of bytes) entry.push(piece);
    entry.push(new Uint8Array(), true);
    yield* flush();
  }
  zip.end();
  yield* flush();
}
