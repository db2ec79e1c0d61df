import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase, within } from '../client.ts';

/** Bytes of the write-ahead log since the cluster began. */
export type Position = bigint & { readonly position: unique symbol };

export interface WatchedPrimary {
  isUp(): boolean;
  /** Milliseconds since 1970. */
  lastSeen(): number;
  asOf(position: Position): number | null;
  ended: Promise<void>;
}

const INTERVAL_MS = 1_000;
const TIMEOUT_MS = 1_500;
/** One slow answer is a busy primary. */
const FAILURES = 2;
const REMEMBERED = 600;

/** A former leader that comes back follows another one, and takes no writes. */
const SAMPLE = `
  select case when pg_is_in_recovery() then null
    else pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text end as position`;

/** Asks the primary each second how far it is: our own clock then knows a replica's age even without writes. */
export function watchPrimary(url: string, { signal, onLost }: { signal: AbortSignal; onLost(): void }): WatchedPrimary {
  const { pool, close } = openDatabase(url, { connections: 1, name: 'waybill-watch', statementTimeout: TIMEOUT_MS });
  /** The newest last. */
  const samples: { at: number; position: bigint }[] = [];
  let failures = 0;

  async function takeSample(): Promise<void> {
    // What is replayed up to here was written before the answer, and after the question.
    const at = Date.now();
    const { rows } = await within(TIMEOUT_MS, pool.query<{ position: string | null }>(SAMPLE));
    const position = rows[0]?.position;
    if (!position) throw new Error('The primary follows another one');
    samples.push({ at, position: BigInt(position) });
    if (samples.length > REMEMBERED) samples.shift();
  }

  async function watch(): Promise<void> {
    while (!signal.aborted) {
      try {
        await takeSample();
        failures = 0;
      } catch {
        failures += 1;
        if (failures === FAILURES) onLost();
      }
      await sleep(INTERVAL_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
    await close();
  }

  return {
    isUp: () => failures < FAILURES,
    lastSeen: () => samples.at(-1)?.at ?? 0,
    asOf: (position) => samples.findLast((sample) => sample.position <= position)?.at ?? null,
    ended: watch(),
  };
}
