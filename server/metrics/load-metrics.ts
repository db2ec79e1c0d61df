import { Counter, Gauge, type Registry } from 'prom-client';
import type { Services } from '../context/context.ts';
import { sharedLoad } from '../limits/shared-queues.ts';

export function registerLoadMetrics(registry: Registry, { admission, pools }: Services): void {
  const registers = [registry];
  new Counter({
    name: 'waybill_refused_total',
    help: 'Calls rejected with a 503, by reason',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset();
      for (const [reason, count] of admission.refused) this.inc({ reason }, count);
    },
  });
  new Gauge({
    name: 'waybill_calls',
    help: 'Calls running or waiting, by lane',
    labelNames: ['lane', 'state'],
    registers,
    collect() {
      for (const { lane, running, waiting } of [...admission.load(), ...sharedLoad()]) {
        this.set({ lane, state: 'running' }, running);
        this.set({ lane, state: 'waiting' }, waiting);
      }
    },
  });
  new Gauge({
    name: 'waybill_pool_connections',
    help: 'Database connections, by pool: open, idle, and calls waiting for one',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [name, { pool }] of Object.entries(pools)) {
        this.set({ pool: name, state: 'open' }, pool.totalCount);
        this.set({ pool: name, state: 'idle' }, pool.idleCount);
        this.set({ pool: name, state: 'waiting' }, pool.waitingCount);
      }
    },
  });
}
