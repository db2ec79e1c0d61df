import { Gauge, type Registry } from 'prom-client';
import { type ErasedKind, readOldestAges } from '../base/sql/oldest-data.ts';
import type { Services } from '../context/context.ts';

const DAY_SECONDS = 86_400;

/** How far the erasing of old data is. */
export function registerRetentionMetrics(registry: Registry, services: Pick<Services, 'db' | 'environment'>): void {
  const { db } = services;
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
  new Gauge({
    name: 'waybill_data_kept_seconds',
    help: 'When data of a kind is erased, give or take a day',
    labelNames: ['kind'],
    registers,
    collect() {
      const { MAIL_DAYS: mails, PROOF_DAYS: proofs, POSITION_DAYS: positions } = services.environment;
      const limits: Record<ErasedKind, number> = { mails, proofs, positions };
      for (const [kind, days] of Object.entries(limits)) this.set({ kind }, days * DAY_SECONDS);
    },
  });
}
