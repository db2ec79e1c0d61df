import { Gauge, type Registry } from 'prom-client';
import type { Environment } from '../base/config/env.ts';
import type { Database } from '../base/database/client.ts';
import { type ErasedKind, readOldestAges } from '../base/sql/oldest-data.ts';

const DAY_SECONDS = 86_400;

/** How far the erasing of old data is. */
export function registerRetentionMetrics(registry: Registry, db: Database, environment: Environment): void {
  const { MAIL_DAYS: mails, PROOF_DAYS: proofs, POSITION_DAYS: positions } = environment;
  const limits: Record<ErasedKind, number> = { mails, proofs, positions };
  const registers = [registry];
  new Gauge({
    name: 'waybill_oldest_data_seconds',
    help: 'Age of the oldest data of a kind that is erased after a time',
    labelNames: ['kind'],
    registers,
    async collect() {
      for (const { kind, age } of await readOldestAges(db).catch(() => [])) this.set({ kind }, age);
    },
  });
  const limit = new Gauge({
    name: 'waybill_data_kept_seconds',
    help: 'When data of a kind is erased, give or take a day',
    labelNames: ['kind'],
    registers,
  });
  for (const [kind, days] of Object.entries(limits)) limit.set({ kind }, days * DAY_SECONDS);
}
