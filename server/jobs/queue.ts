import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss } from 'pg-boss';
import type { Executor, Transaction } from '../database/client.ts';
import { openQueueConnections } from '../database/queue-connections.ts';
import type { WaitingJob } from '../database/table-copies.ts';
import type { StoredVariants } from '../images/image-store.ts';
import type { Delivery } from '../stores/mail/mails.ts';
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
/** The queues whose waiting jobs belong in a backup; the others are filled on a schedule. */
export const RESTORED_QUEUES = [MAIL_QUEUE, LOST_MAIL_QUEUE, PUSH_QUEUE, IMPORT_QUEUE, UNUSED_IMAGE_QUEUE];
export const HOUSEKEEPING_QUEUE = 'housekeeping';
/** Consistency checks of the stored records. */
export const RECORDS_QUEUE = 'records-check';

/**
 * How often sending a mail is attempted, and the delays between attempts, which double each time
 * (in seconds).
 */
export interface MailDelivery {
  attempts: number;
  firstWait: number;
  longestWait: number;
  /**
   * How often the queue is polled for mails that are due again or given up; new ones are announced
   * at once.
   */
  lookEvery: number;
}

/** Sixteen attempts, half a minute to an hour apart: about half a day in total. */
export const MAIL_DELIVERY: MailDelivery = { attempts: 16, firstWait: 30, longestWait: 3600, lookEvery: 30 };

/** How soon the jobs of a dead server are found, at most. */
const LOOK_FOR_THE_DEAD = 15;

/** Half an hour in total: a later push notification is no longer news. */
const PUSH_ATTEMPTS = 7;

/** Mails, or push notifications, being sent at the same time. */
const BATCH = 8;

export interface JobQueue {
  /** Adds a job in the caller's transaction: it exists only if that commits. */
  send(tx: Transaction, queue: string, data: object): Promise<void>;
  /** Adds many jobs in one statement; `lowPriority`: they wait for all others in the queue. */
  sendMany(tx: Transaction, queue: string, data: readonly object[], options: { behindOthers: boolean }): Promise<void>;
  /** Adds a job for later, under an id (UUID) by which it can be cancelled until then. */
  sendLater(queue: string, data: object, due: { id: string; seconds: number }): Promise<void>;
  /** Cancels such a job in the caller's transaction. False if it no longer exists. */
  takeBack(tx: Transaction, queue: string, id: string): Promise<boolean>;
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
    superviseIntervalSeconds: Math.max(1, Math.min(mails.lookEvery * 2, LOOK_FOR_THE_DEAD)),
    monitorIntervalSeconds: Math.max(1, Math.min(mails.lookEvery * 2, LOOK_FOR_THE_DEAD)),
  });
  boss.on('error', log);
  await boss.start();
  const tries = { notify: true, retryDelay: mails.firstWait, retryBackoff: true, retryDelayMax: mails.longestWait };
  const mailQueue = {
    ...tries,
    retryLimit: mails.attempts - 1,
    expireInSeconds: 120,
    deadLetter: LOST_MAIL_QUEUE,
  };
  await boss.createQueue(LOST_MAIL_QUEUE, { retryLimit: 10, retryDelay: 1, retryBackoff: true });
  // `createQueue` ignores a queue that exists, so a newer version's settings need an update.
  await boss.createQueue(MAIL_QUEUE, mailQueue);
  await boss.updateQueue(MAIL_QUEUE, mailQueue);
  const pushQueue = { ...tries, retryLimit: Math.min(PUSH_ATTEMPTS, mails.attempts) - 1, expireInSeconds: 60 };
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
  await boss.createQueue(HOUSEKEEPING_QUEUE, { retryLimit: 2, expireInSeconds: 300 });
  // The next hourly run makes up for a failed one.
  await boss.createQueue(RECORDS_QUEUE, { retryLimit: 0, expireInSeconds: 3600 });

  const jobs: JobQueue = {
    async send(tx, queue, data) {
      await boss.send(queue, data, { db: fromDrizzle(tx, sql) });
    },
    async sendMany(tx, queue, data, { behindOthers }) {
      const added = data.map((each) => ({ data: each, ...(behindOthers && { priority: -1 }) }));
      if (added.length > 0) await boss.insert(queue, added, { db: fromDrizzle(tx, sql) });
    },
    async sendLater(queue, data, { id, seconds }) {
      await boss.send(queue, data, { id, startAfter: seconds });
    },
    async takeBack(tx, queue, id) {
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
    const work = {
      // Many at a time, with separate results, so that one rejected mail does not hold up the
      // others.
      batchSize: BATCH,
      burstWhenBatchFull: true,
      perJobResults: true as const,
      pollingIntervalSeconds: Math.min(mails.lookEvery, 5),
      notifyPollingIntervalSeconds: mails.lookEvery,
    };
    await boss.work<Delivery, void, typeof work>(MAIL_QUEUE, work, (batch) => eachByItself(batch, handlers.mail));
    await boss.work<PushDelivery, void, typeof work>(PUSH_QUEUE, work, (batch) => eachByItself(batch, handlers.push));
    const looking = { batchSize: 100, burstWhenBatchFull: true, pollingIntervalSeconds: mails.lookEvery };
    await boss.work<Delivery>(LOST_MAIL_QUEUE, looking, async (batch) => {
      for (const { data } of batch) await handlers.lostMail(data);
    });
    // A job that is due again after its server died is not announced.
    const imports = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 5 };
    await boss.work<{ importId: string }>(IMPORT_QUEUE, imports, async (batch) => {
      for (const { data } of batch) await handlers.shipmentImport(data.importId, jobs);
    });
    await boss.work<StoredVariants>(UNUSED_IMAGE_QUEUE, looking, async (jobs) => {
      for (const { data } of jobs) await handlers.unusedImage(data);
    });
    await boss.work(HOUSEKEEPING_QUEUE, () => handlers.housekeeping());
    await boss.schedule(HOUSEKEEPING_QUEUE, '17 3 * * *');
    await boss.work(RECORDS_QUEUE, () => handlers.checkRecords());
    await boss.schedule(RECORDS_QUEUE, '41 * * * *');
  }

  return jobs;
}

/** Runs the jobs of a batch concurrently and reports the result of each. */
function eachByItself<Data>(batch: readonly { id: string; data: Data }[], handle: (data: Data) => Promise<void>) {
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
