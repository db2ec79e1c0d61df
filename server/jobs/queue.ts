import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss } from 'pg-boss';
import type { Executor, Transaction } from '../database/client.ts';
import { openQueueConnections } from '../database/queue-connections.ts';
import type { WaitingJob } from '../database/table-copies.ts';
import type { StoredVariants } from '../images/image-store.ts';
import type { Delivery } from '../stores/mail/mails.ts';
import type { PushDelivery } from '../stores/push/push-devices.ts';

export const MAIL_QUEUE = 'mail';
/** Where the queue puts what it has given up, whether the last attempt failed or its server died in it. */
const LOST_MAIL_QUEUE = 'lost-mail';
/** Devices that are to be told of a shipment. */
export const PUSH_QUEUE = 'push';
/** Imports of shipments that managers have started. */
export const IMPORT_QUEUE = 'shipment-import';
/** Uploads that wait for a shipment to take them. */
export const UNUSED_IMAGE_QUEUE = 'unused-image';
/** The queues whose waiting jobs belong in a backup; the clock fills the others. */
export const RESTORED_QUEUES = [MAIL_QUEUE, LOST_MAIL_QUEUE, PUSH_QUEUE, IMPORT_QUEUE, UNUSED_IMAGE_QUEUE];
export const HOUSEKEEPING_QUEUE = 'housekeeping';
/** Whether what is stored agrees with itself. */
export const RECORDS_QUEUE = 'records-check';

/** How often a mail is tried, and how long the waits between are: doubling from the first to the longest (seconds). */
export interface MailDelivery {
  attempts: number;
  firstWait: number;
  longestWait: number;
  /** How often the queue is looked at for mails that are due again or given up; new ones are told of at once. */
  lookEvery: number;
}

/** Sixteen attempts, half a minute to an hour apart: about half a day in all. */
export const MAIL_DELIVERY: MailDelivery = { attempts: 16, firstWait: 30, longestWait: 3600, lookEvery: 30 };

/** After how many seconds at most the jobs of a server that died are found. */
const LOOK_FOR_THE_DEAD = 15;

/** A push message that is half an hour late tells nobody anything new. */
const PUSH_ATTEMPTS = 7;

/** Mails, or messages to devices, under way at the same time. */
const BATCH = 8;

export interface JobQueue {
  /** Adds a job in the caller's transaction: it exists if, and only if, that commits. */
  send(tx: Transaction, queue: string, data: object): Promise<void>;
  /** The same for many jobs in one statement; `behindOthers`: they wait for whatever else is in the queue. */
  sendMany(tx: Transaction, queue: string, data: readonly object[], options: { behindOthers: boolean }): Promise<void>;
  /** Adds a job that is due after a while, under an id (UUID) by which it can be taken back until then. */
  sendLater(queue: string, data: object, due: { id: string; seconds: number }): Promise<void>;
  /** Takes such a job back in the caller's transaction. False where there is none any more. */
  takeBack(tx: Transaction, queue: string, id: string): Promise<boolean>;
  /** Adds jobs as a backup has them, in the caller's transaction. */
  restore(executor: Executor, jobs: readonly WaitingJob[]): Promise<void>;
  /** Throws where the queue does not answer at once (readiness). */
  ping(): Promise<void>;
  stop(): Promise<void>;
}

export interface JobHandlers {
  /** Makes one attempt at a mail; throws to have it tried again. */
  mail(delivery: Delivery): Promise<void>;
  /** Gives a mail up: no further attempt follows. */
  lostMail(delivery: Delivery): Promise<void>;
  /** Makes one attempt to tell a device; throws to have it tried again. */
  push(delivery: PushDelivery): Promise<void>;
  /** Does an import, or the rest of it. */
  shipmentImport(importId: string, jobs: JobQueue): Promise<void>;
  /** Removes an upload that no shipment has taken. */
  unusedImage(image: StoredVariants): Promise<void>;
  housekeeping(): Promise<void>;
  checkRecords(): Promise<void>;
}

/**
 * Starts the job queue on the application's own database. Jobs survive restarts, and each is done by one server. A
 * server that only enqueues (a script) gives no handlers.
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
    // Jobs whose server died are found by this.
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
  // Making a queue that is there changes nothing: a newer version's numbers have to be told to it.
  await boss.createQueue(MAIL_QUEUE, mailQueue);
  await boss.updateQueue(MAIL_QUEUE, mailQueue);
  const pushQueue = { ...tries, retryLimit: Math.min(PUSH_ATTEMPTS, mails.attempts) - 1, expireInSeconds: 60 };
  await boss.createQueue(PUSH_QUEUE, pushQueue);
  await boss.updateQueue(PUSH_QUEUE, pushQueue);
  // Never given up: what is left of an import has to be done some time. A server that dies in it stops saying that it lives.
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
  // The next hour's run makes up for one that failed.
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
      // Many at a time and at once again while there are many more, each with an outcome of its own: one mail that is
      // refused must not hold up the others.
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
    // One that is due again after its server died is nobody's news.
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

/** Does jobs of a batch at the same time and says of each how it went. */
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
