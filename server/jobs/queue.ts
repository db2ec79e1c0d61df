import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss } from 'pg-boss';
import type { Transaction } from '../database/client.ts';

export const MAIL_QUEUE = 'mail';
export const HOUSEKEEPING_QUEUE = 'housekeeping';

/** Attempts at one mail, the waits between them doubling from half a minute to an hour: about half a day in all. */
export const MAIL_ATTEMPTS = 16;

export interface JobQueue {
  /** Adds a job in the caller's transaction: it exists if, and only if, that commits. */
  send(tx: Transaction, queue: string, data: object): Promise<void>;
  /** Whether the queue answers (readiness). */
  isReady(): Promise<boolean>;
  stop(): Promise<void>;
}

export interface JobHandlers {
  /** Delivers one mail; throws to have it tried again. `last` says that no further attempt follows. */
  mail(mailId: string, attempt: { last: boolean }): Promise<void>;
  housekeeping(): Promise<void>;
}

/**
 * Starts the job queue on the application's own database. Jobs survive restarts, and each is done by one server. A
 * server that only enqueues (a script) gives no handlers.
 */
export async function startJobQueue(
  url: string,
  handlers: JobHandlers | null,
  log: (error: unknown) => void,
): Promise<JobQueue> {
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'waybill-jobs',
    max: 4,
    useListenNotify: handlers !== null,
    supervise: handlers !== null,
    schedule: handlers !== null,
  });
  boss.on('error', log);
  await boss.start();
  await boss.createQueue(MAIL_QUEUE, {
    notify: true,
    retryLimit: MAIL_ATTEMPTS - 1,
    retryDelay: 30,
    retryBackoff: true,
    retryDelayMax: 3600,
    expireInSeconds: 120,
  });
  await boss.createQueue(HOUSEKEEPING_QUEUE, { retryLimit: 2, expireInSeconds: 300 });

  if (handlers) {
    await boss.work<
      { mailId: string },
      void,
      { includeMetadata: true; pollingIntervalSeconds: number; localConcurrency: number }
    >(MAIL_QUEUE, { includeMetadata: true, pollingIntervalSeconds: 5, localConcurrency: 2 }, async ([job]) => {
      if (job) await handlers.mail(job.data.mailId, { last: job.retryCount >= job.retryLimit });
    });
    await boss.work(HOUSEKEEPING_QUEUE, () => handlers.housekeeping());
    await boss.schedule(HOUSEKEEPING_QUEUE, '17 3 * * *');
  }

  return {
    async send(tx, queue, data) {
      await boss.send(queue, data, { db: fromDrizzle(tx, sql) });
    },
    isReady: () => boss.isInstalled(),
    stop: () => boss.stop({ graceful: true, timeout: 10_000, close: true }),
  };
}
