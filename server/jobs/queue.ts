import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss } from 'pg-boss';
import type { Executor, Transaction } from '../base/database/client.ts';
import type { WaitingJob } from '../base/database/copy-tables.ts';
import { openQueueConnections } from '../base/database/queue-connections.ts';
import { currentWork } from '../base/process/current-work.ts';
import { ensureQueues, MAIL_DELIVERY, type MailDelivery, RESTORED_QUEUES } from './queues.ts';
import { type JobHandlers, type JobSteps, runJobs } from './run-jobs.ts';

const STOP_TIMEOUT_MS = 10_000;

interface SendOptions {
  afterSeconds?: number;
  person?: string | undefined;
}

export interface JobQueue {
  /** Brings the queue's tables up to date. Nothing else works before. Can be tried again. */
  open(): Promise<void>;
  /** Exists only if the caller's transaction commits. A `person`'s jobs wait for others' first ones. */
  send(tx: Transaction, queue: string, data: object, options?: SendOptions): Promise<void>;
  /** Those of a higher priority go first; 0 is usual. */
  sendMany(
    tx: Transaction,
    queue: string,
    jobs: readonly { data: object; priority: number; startAfter?: number }[],
  ): Promise<void>;
  /** `id`: a UUID, to cancel it. */
  sendLater(queue: string, data: object, due: { id: string; seconds: number }): Promise<void>;
  /** False if the job no longer exists. */
  cancelCleanup(tx: Transaction, queue: string, id: string): Promise<boolean>;
  restore(executor: Executor, jobs: readonly WaitingJob[]): Promise<void>;
  /** @throws If the queue does not respond promptly. */
  ping(): Promise<void>;
  /** Nobody is missed who could not have come yet. */
  upSeconds(): number;
  run(handlers: JobHandlers, steps: JobSteps): Promise<void>;
  /** Ends what waits for a database that is gone. */
  drop(): void;
  stop(): Promise<void>;
}

export function createJobQueue(
  url: string,
  log: (error: unknown) => void,
  mails: MailDelivery = MAIL_DELIVERY,
  runsJobs = true,
): JobQueue {
  const connections = openQueueConnections(url, log, runsJobs ? 4 : 1);
  const createBoss = () => new PgBoss({ db: connections.db, supervise: false, schedule: false }).on('error', log);
  let boss = createBoss();
  const stopping = new AbortController();
  const begun = performance.now();
  let running: Promise<PgBoss | null> | undefined;

  return {
    async open() {
      try {
        await boss.start();
        await ensureQueues(boss, mails);
      } catch (error) {
        await boss.stop({ graceful: false }).catch(() => undefined);
        boss = createBoss();
        throw error;
      }
    },
    async send(tx, queue, given, { afterSeconds = 0, person } = {}) {
      const db = fromDrizzle(tx, sql);
      const { requestId } = currentWork.getStore() ?? {};
      const data = { ...(requestId && { requestId }), ...given };
      const due = afterSeconds > 0 && { startAfter: afterSeconds };
      if (!person) return void (await boss.send(queue, data, { db, ...due }));
      const waiting = await boss.findJobs(queue, { queued: true, db });
      const own = waiting.filter(({ groupId }) => groupId === person).length;
      await boss.send(queue, data, { db, ...due, group: { id: person }, priority: -own });
    },
    async sendMany(tx, queue, jobs) {
      if (jobs.length > 0) await boss.insert(queue, [...jobs], { db: fromDrizzle(tx, sql) });
    },
    async sendLater(queue, data, { id, seconds }) {
      await boss.send(queue, data, { id, startAfter: seconds });
    },
    async cancelCleanup(tx, queue, id) {
      const db = fromDrizzle(tx, sql);
      const waiting = await boss.findJobs(queue, { id, queued: true, db });
      if (waiting.length > 0) await boss.deleteJob(queue, id, { db });
      return waiting.length > 0;
    },
    async restore(executor, waiting) {
      for (const queue of RESTORED_QUEUES) {
        const jobs = waiting
          .filter((job) => job.queue === queue)
          .map(({ id, data, priority, dueAt }) => ({ id, data, priority, startAfter: dueAt }));
        if (jobs.length > 0) await boss.insert(queue, jobs, { db: fromDrizzle(executor, sql) });
      }
    },
    ping: connections.ping,
    upSeconds: () => (performance.now() - begun) / 1_000,
    drop: connections.drop,
    async run(handlers, steps) {
      running = runJobs(connections, { handlers, steps }, mails, { log, signal: stopping.signal });
      await running;
    },
    async stop() {
      stopping.abort();
      const worker = await running?.catch(() => undefined);
      await worker?.stop({ graceful: true, timeout: STOP_TIMEOUT_MS });
      await boss.stop();
      await connections.close();
    },
  };
}
