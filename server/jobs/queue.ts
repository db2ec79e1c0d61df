import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss } from 'pg-boss';
import type { Executor, Transaction } from '../database/client.ts';
import type { WaitingJob } from '../database/copy-tables.ts';
import { openQueueConnections } from '../database/queue-connections.ts';
import type { StoredVariants } from '../images/image-store.ts';
import type { Delivery } from '../stores/mail/mail-deliveries.ts';
import type { PushDelivery } from '../stores/push/push-devices.ts';

export const MAIL_QUEUE = 'mail';
/**
 * Where the queue puts mails it has given up on, because the last attempt failed or its server died
 * during it.
 */
const LOST_MAIL_QUEUE = 'lost-mail';
/** Push notifications to be sent. */
export const PUSH_QUEUE = 'push';
/** Shipment imports that managers have started. */
export const IMPORT_QUEUE = 'shipment-import';
/** Uploads that no shipment has claimed yet. */
export const UNUSED_IMAGE_QUEUE = 'unused-image';
/** Pictures of deliveries to be deleted. */
export const EXPIRED_PROOF_QUEUE = 'expired-proof';
/** Looks for pictures of deliveries that are overdue or have expired. */
const PROOFS_QUEUE = 'proofs';
/** The queues whose waiting jobs belong in a backup; the others are filled on a schedule. */
export const RESTORED_QUEUES = [
  MAIL_QUEUE,
  LOST_MAIL_QUEUE,
  PUSH_QUEUE,
  IMPORT_QUEUE,
  UNUSED_IMAGE_QUEUE,
  EXPIRED_PROOF_QUEUE,
];
export const HOUSEKEEPING_QUEUE = 'housekeeping';
/** Consistency checks of the stored records. */
export const RECORDS_QUEUE = 'records-check';

/**
 * How often sending a mail is attempted, and the delays between attempts, which double each time
 * (in seconds).
 */
export interface MailDelivery {
  attempts: number;
  retryDelaySeconds: number;
  maxRetryDelaySeconds: number;
  /**
   * How often the queue is polled for mails that are due again or given up; new ones are announced
   * at once.
   */
  pollSeconds: number;
}

/** Sixteen attempts, half a minute to an hour apart: about half a day in total. */
export const MAIL_DELIVERY: MailDelivery = {
  attempts: 16,
  retryDelaySeconds: 30,
  maxRetryDelaySeconds: 3600,
  pollSeconds: 30,
};

/** How soon the jobs of a dead server are found, at most. */
const DEAD_WORKER_CHECK_SECONDS = 15;

/** Half an hour in total: a later push notification is no longer news. */
const MAX_PUSH_ATTEMPTS = 7;

/** Mails, or push notifications, being sent at the same time. */
const BATCH_SIZE = 8;

export interface JobQueue {
  /** Adds a job in the caller's transaction: it exists only if that commits. */
  send(tx: Transaction, queue: string, data: object): Promise<void>;
  /** Adds many jobs in one statement; `lowPriority`: they wait for all others in the queue. */
  sendMany(tx: Transaction, queue: string, data: readonly object[], options: { lowPriority: boolean }): Promise<void>;
  /** Adds a job for later, under an id (UUID) by which it can be cancelled until then. */
  sendLater(queue: string, data: object, due: { id: string; seconds: number }): Promise<void>;
  /** Cancels such a job in the caller's transaction. False if it no longer exists. */
  cancelCleanup(tx: Transaction, queue: string, id: string): Promise<boolean>;
  /** Adds jobs from a backup, in the caller's transaction. */
  restore(executor: Executor, jobs: readonly WaitingJob[]): Promise<void>;
  /** @throws If the queue does not respond promptly (readiness). */
  ping(): Promise<void>;
  stop(): Promise<void>;
}

export interface JobHandlers {
  /** Attempts to send a mail; throws to have it retried. */
  mail(delivery: Delivery): Promise<void>;
  /** Marks a mail as failed: there are no further attempts. */
  lostMail(delivery: Delivery): Promise<void>;
  /** Attempts to notify a device; throws to have it retried. */
  push(delivery: PushDelivery): Promise<void>;
  /** Runs an import, or the rest of it. */
  shipmentImport(importId: string, jobs: JobQueue): Promise<void>;
  /** Removes an upload that no shipment has claimed. */
  unusedImage(image: StoredVariants): Promise<void>;
  /** Removes a picture of a delivery that has expired. */
  expiredProof(key: string): Promise<void>;
  tidyProofs(): Promise<void>;
  housekeeping(): Promise<void>;
  checkRecords(): Promise<void>;
}

/**
 * Starts the job queue in the application's own database. Jobs survive restarts, and each is run by
 * one server. Scripts that only enqueue jobs pass no handlers.
 */
export async function startJobQueue(
  url: string,
  handlers: JobHandlers | null,
  log: (error: unknown) => void,
  mails: MailDelivery = MAIL_DELIVERY,
): Promise<JobQueue> {
  const connections = openQueueConnections(url, log);
  const boss = new PgBoss({
    db: connections.db,
    useListenNotify: handlers !== null,
    supervise: handlers !== null,
    schedule: handlers !== null,
    // This finds the jobs of dead servers.
    superviseIntervalSeconds: Math.max(1, Math.min(mails.pollSeconds * 2, DEAD_WORKER_CHECK_SECONDS)),
    monitorIntervalSeconds: Math.max(1, Math.min(mails.pollSeconds * 2, DEAD_WORKER_CHECK_SECONDS)),
  });
  boss.on('error', log);
  await boss.start();
  const retryOptions = {
    notify: true,
    retryDelay: mails.retryDelaySeconds,
    retryBackoff: true,
    retryDelayMax: mails.maxRetryDelaySeconds,
  };
  const mailQueue = {
    ...retryOptions,
    retryLimit: mails.attempts - 1,
    expireInSeconds: 120,
    deadLetter: LOST_MAIL_QUEUE,
  };
  await boss.createQueue(LOST_MAIL_QUEUE, { retryLimit: 10, retryDelay: 1, retryBackoff: true });
  // `createQueue` ignores a queue that exists, so a newer version's settings need an update.
  await boss.createQueue(MAIL_QUEUE, mailQueue);
  await boss.updateQueue(MAIL_QUEUE, mailQueue);
  const pushQueue = {
    ...retryOptions,
    retryLimit: Math.min(MAX_PUSH_ATTEMPTS, mails.attempts) - 1,
    expireInSeconds: 60,
  };
  await boss.createQueue(PUSH_QUEUE, pushQueue);
  await boss.updateQueue(PUSH_QUEUE, pushQueue);
  // Practically never given up, since an import has to be finished at some point. Missing
  // heartbeats reveal a dead server.
  await boss.createQueue(IMPORT_QUEUE, {
    notify: true,
    retryLimit: 1000,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 600,
    heartbeatSeconds: 10,
    expireInSeconds: 3600,
  });
  await boss.createQueue(UNUSED_IMAGE_QUEUE, { retryLimit: 10, retryDelay: 60, retryBackoff: true });
  await boss.createQueue(EXPIRED_PROOF_QUEUE, { retryLimit: 10, retryDelay: 60, retryBackoff: true });
  await boss.createQueue(PROOFS_QUEUE, { retryLimit: 2, expireInSeconds: 300 });
  await boss.createQueue(HOUSEKEEPING_QUEUE, { retryLimit: 2, expireInSeconds: 300 });
  // The next hourly run makes up for a failed one.
  await boss.createQueue(RECORDS_QUEUE, { retryLimit: 0, expireInSeconds: 3600 });

  const jobs: JobQueue = {
    async send(tx, queue, data) {
      await boss.send(queue, data, { db: fromDrizzle(tx, sql) });
    },
    async sendMany(tx, queue, data, { lowPriority }) {
      const added = data.map((each) => ({ data: each, ...(lowPriority && { priority: -1 }) }));
      if (added.length > 0) await boss.insert(queue, added, { db: fromDrizzle(tx, sql) });
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
    async stop() {
      await boss.stop({ graceful: true, timeout: 10_000 });
      await connections.close();
    },
  };
  if (handlers) {
    const batchOptions = {
      // Many at a time, with separate results, so that one rejected mail does not hold up the
      // others.
      batchSize: BATCH_SIZE,
      burstWhenBatchFull: true,
      perJobResults: true as const,
      pollingIntervalSeconds: Math.min(mails.pollSeconds, 5),
      notifyPollingIntervalSeconds: mails.pollSeconds,
    };
    await boss.work<Delivery, void, typeof batchOptions>(MAIL_QUEUE, batchOptions, (batch) =>
      settleEach(batch, handlers.mail),
    );
    await boss.work<PushDelivery, void, typeof batchOptions>(PUSH_QUEUE, batchOptions, (batch) =>
      settleEach(batch, handlers.push),
    );
    const pollOptions = { batchSize: 100, burstWhenBatchFull: true, pollingIntervalSeconds: mails.pollSeconds };
    await boss.work<Delivery>(LOST_MAIL_QUEUE, pollOptions, async (batch) => {
      for (const { data } of batch) await handlers.lostMail(data);
    });
    // A job that is due again after its server died is not announced.
    const imports = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 5 };
    await boss.work<{ importId: string }>(IMPORT_QUEUE, imports, async (batch) => {
      for (const { data } of batch) await handlers.shipmentImport(data.importId, jobs);
    });
    await boss.work<StoredVariants>(UNUSED_IMAGE_QUEUE, pollOptions, async (jobs) => {
      for (const { data } of jobs) await handlers.unusedImage(data);
    });
    await boss.work<{ key: string }>(EXPIRED_PROOF_QUEUE, pollOptions, async (jobs) => {
      for (const { data } of jobs) await handlers.expiredProof(data.key);
    });
    await boss.work(PROOFS_QUEUE, () => handlers.tidyProofs());
    await boss.schedule(PROOFS_QUEUE, '7 * * * *');
    await boss.work(HOUSEKEEPING_QUEUE, () => handlers.housekeeping());
    await boss.schedule(HOUSEKEEPING_QUEUE, '17 3 * * *');
    await boss.work(RECORDS_QUEUE, () => handlers.checkRecords());
    await boss.schedule(RECORDS_QUEUE, '41 * * * *');
  }

  return jobs;
}

/** Runs the jobs of a batch concurrently and reports the result of each. */
function settleEach<Data>(batch: readonly { id: string; data: Data }[], handle: (data: Data) => Promise<void>) {
  return Promise.all(
    batch.map(async ({ id, data }) => {
      try {
        await handle(data);
        return { id, status: 'completed' as const };
      } catch (error) {
        return { id, status: 'failed' as const, output: { message: String(error) } };
      }
    }),
  );
}
