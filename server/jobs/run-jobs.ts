/** Runs the jobs that wait in the queues. */
import { setTimeout as sleep } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import type { QueueConnections } from '../database/queue-connections.ts';
import { isTransientError } from '../errors/transient-errors.ts';
import type { StoredVariants } from '../images/image-store.ts';
import type { Delivery } from '../stores/mail/mail-deliveries.ts';
import type { PushDelivery } from '../stores/push/push-devices.ts';
import {
  EXPIRED_PROOF_QUEUE,
  HOUSEKEEPING_QUEUE,
  IMPORT_QUEUE,
  LOST_MAIL_QUEUE,
  MAIL_QUEUE,
  type MailDelivery,
  PROOFS_QUEUE,
  PUSH_QUEUE,
  RECORDS_QUEUE,
  UNUSED_IMAGE_QUEUE,
} from './queues.ts';

/** How soon the jobs of a dead server are found, at most. */
const DEAD_WORKER_CHECK_SECONDS = 15;

const RETRY_MS = 1_000;

/** Mails, or push notifications, being sent at the same time. */
const BATCH_SIZE = 8;

export interface JobHandlers {
  /** Attempts to send a mail; throws to have it retried. */
  mail(delivery: Delivery): Promise<void>;
  /** Marks a mail as failed: there are no further attempts. */
  lostMail(delivery: Delivery): Promise<void>;
  /** Attempts to notify a device; throws to have it retried. */
  push(delivery: PushDelivery): Promise<void>;
  /** Runs an import, or the rest of it. */
  shipmentImport(importId: string): Promise<void>;
  /** Removes an upload that no shipment has claimed. */
  unusedImage(image: StoredVariants): Promise<void>;
  /** Removes a picture of a delivery that has expired. */
  expiredProof(key: string): Promise<void>;
  tidyProofs(): Promise<void>;
  housekeeping(): Promise<void>;
  checkRecords(): Promise<void>;
}

/**
 * Begins to run jobs; the queues exist. While the database is away, tries again until `signal`
 * aborts. Returns what stops it.
 */
export async function runJobs(
  { db }: QueueConnections,
  handlers: JobHandlers,
  { pollSeconds }: MailDelivery,
  { log, signal }: { log: (error: unknown) => void; signal: AbortSignal },
): Promise<PgBoss | null> {
  // This finds the jobs of dead servers.
  const checkSeconds = Math.max(1, Math.min(pollSeconds * 2, DEAD_WORKER_CHECK_SECONDS));
  while (!signal.aborted) {
    const boss = new PgBoss({
      db,
      useListenNotify: true,
      superviseIntervalSeconds: checkSeconds,
      monitorIntervalSeconds: checkSeconds,
    });
    boss.on('error', log);
    try {
      await boss.start();
      await boss.schedule(PROOFS_QUEUE, '7 * * * *');
      await boss.schedule(HOUSEKEEPING_QUEUE, '17 3 * * *');
      await boss.schedule(RECORDS_QUEUE, '41 * * * *');
      await addWorkers(boss, handlers, pollSeconds);
      return boss;
    } catch (error) {
      await boss.stop({ graceful: false });
      if (!isTransientError(error)) throw error;
      log(error);
      await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
  return null;
}

async function addWorkers(boss: PgBoss, handlers: JobHandlers, pollSeconds: number): Promise<void> {
  const batchOptions = {
    // Many at a time, with separate results, so that one rejected mail does not hold up the
    // others.
    batchSize: BATCH_SIZE,
    burstWhenBatchFull: true,
    perJobResults: true as const,
    pollingIntervalSeconds: Math.min(pollSeconds, 5),
    notifyPollingIntervalSeconds: pollSeconds,
  };
  await boss.work<Delivery, void, typeof batchOptions>(MAIL_QUEUE, batchOptions, (batch) =>
    settleEach(batch, handlers.mail),
  );
  await boss.work<PushDelivery, void, typeof batchOptions>(PUSH_QUEUE, batchOptions, (batch) =>
    settleEach(batch, handlers.push),
  );
  const pollOptions = { batchSize: 100, burstWhenBatchFull: true, pollingIntervalSeconds: pollSeconds };
  await boss.work<Delivery>(LOST_MAIL_QUEUE, pollOptions, async (batch) => {
    for (const { data } of batch) await handlers.lostMail(data);
  });
  // A job that is due again after its server died is not announced.
  const imports = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 5 };
  await boss.work<{ importId: string }>(IMPORT_QUEUE, imports, async (batch) => {
    for (const { data } of batch) await handlers.shipmentImport(data.importId);
  });
  await boss.work<StoredVariants>(UNUSED_IMAGE_QUEUE, pollOptions, async (batch) => {
    for (const { data } of batch) await handlers.unusedImage(data);
  });
  await boss.work<{ key: string }>(EXPIRED_PROOF_QUEUE, pollOptions, async (batch) => {
    for (const { data } of batch) await handlers.expiredProof(data.key);
  });
  // There is one an hour at most. It is announced, so an idle server need not ask every two seconds.
  const hourly = { notifyPollingIntervalSeconds: 60 };
  await boss.work(PROOFS_QUEUE, hourly, () => handlers.tidyProofs());
  await boss.work(HOUSEKEEPING_QUEUE, hourly, () => handlers.housekeeping());
  await boss.work(RECORDS_QUEUE, hourly, () => handlers.checkRecords());
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
