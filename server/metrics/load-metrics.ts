import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, type Registry } from 'prom-client';
import { sharedLoad } from '../base/limits/shared-queues.ts';
import { watchEventLoop } from '../base/process/current-work.ts';
import type { Services } from '../context/context.ts';

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

/** Also says in the log what held up everyone. */
export function registerLoopMetrics(registry: Registry, app: FastifyInstance): void {
  const registers = [registry];
  const blocks = new Counter({
    name: 'waybill_loop_blocks_total',
    help: 'How often something held up everyone for more than half a second',
    registers,
  });
  const longest = new Gauge({
    name: 'waybill_loop_longest_block_seconds',
    help: 'The longest of these, by what ran',
    labelNames: ['procedure'],
    registers,
  });
  const longestOf = new Map<string, number>();
  const stop = watchEventLoop(({ ms, name, requestId }) => {
    app.log.warn({ ms: Math.round(ms), procedure: name, requestId }, 'Everyone was held up');
    blocks.inc();
    const procedure = name.includes(',') ? 'batch' : name;
    longestOf.set(procedure, Math.max(longestOf.get(procedure) ?? 0, ms / 1000));
    longest.set({ procedure }, longestOf.get(procedure) ?? 0);
  });
  app.addHook('onClose', async () => stop());
}
