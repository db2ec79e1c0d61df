import { Gauge, type Registry } from 'prom-client';
import { RECORD_DIFFERENCES } from '../../src/domain/records.ts';
import { findLatestCheck } from '../audit/store/records-checks.ts';
import type { Database } from '../base/database/client.ts';

/** The latest check; at time 0 before the first. */
export function registerRecordsMetrics(registry: Registry, db: Database): void {
  const latest = () => findLatestCheck(db).catch(() => null);
  const registers = [registry];
  new Gauge({
    name: 'waybill_records_checked_timestamp_seconds',
    help: 'When the records were last checked',
    registers,
    async collect() {
      const check = await latest();
      if (check) this.set(check.createdAt.getTime() / 1000);
    },
  });
  new Gauge({
    name: 'waybill_records_chain_checked_timestamp_seconds',
    help: 'When the whole chain of signed digests was last compared with its rows',
    registers,
    async collect() {
      const check = await latest();
      if (check?.chainCheckedAt) this.set(check.chainCheckedAt.getTime() / 1000);
    },
  });
  new Gauge({
    name: 'waybill_record_differences',
    help: 'Differences found by the last check of the records, by kind',
    labelNames: ['kind'],
    registers,
    async collect() {
      const check = await latest();
      if (!check) return;
      for (const kind of RECORD_DIFFERENCES) {
        this.set({ kind }, check.differences.find((one) => one.kind === kind)?.count ?? 0);
      }
    },
  });
}
