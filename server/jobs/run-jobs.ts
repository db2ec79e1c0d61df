import { setTimeout as sleep } from 'node:timers/promises';
import { type JobWithMetadata, PgBoss, type WorkOptions } from 'pg-boss';
import type { QueueConnections } from '../database/queue-connections.ts';
import { isTransientError } from '../errors/transient-errors.ts';
import type { StoredVariants } from '../images/image-store.ts';
import { inWork } from '../process/current-work.ts';
import type { Delivery } from '../stores/mail/mail-deliveries.ts';
import type { PushDelivery } from '../stores/push/push-devices.ts';
import {
  ACCOUNT_QUEUE,
  type AccountJob,
  BULK_QUEUE,
  EXPIRED_PROOF_QUEUE,
  EXPORT_QUEUE,
  GEOCODER_QUEUE,
  HOURLY_QUEUE,
  HOUSEKEEPING_QUEUE,
  IMPORT_QUEUE,
  LOST_MAIL_QUEUE,
  MAIL_QUEUE,
  type MailDelivery,
  PUSH_QUEUE,
  RECORDS_QUEUE,
  REPLAY_QUEUE,
  UNUSED_IMAGE_QUEUE,
} from './queues.ts';

const DEAD_WORKER_CHECK_SECONDS = 15;

const RETRY_MS = 1_000;

const BATCH_SIZE = 8;

const TURN_MS = 2_000;

/** Whether others wait, so that a long job goes on after them. */
export interface JobTurn {
  isOver(): Promise<boolean>;
}

/** False if it goes on later. */
type Done = boolean;

export interface JobHandlers {
  /** Throws to be retried. */
  mail(delivery: Delivery): Promise<void>;
  lostMail(delivery: Delivery): Promise<void>;
  push(delivery: PushDelivery): Promise<void>;
  shipmentImport(importId: string, turn: JobTurn): Promise<Done>;
  bulk(bulkId: string, turn: JobTurn): Promise<Done>;
  webhookReplay(endpointId: string, turn: JobTurn): Promise<Done>;
  account(job: AccountJob, turn: JobTurn): Promise<Done>;
  dataExport(exportId: string): Promise<void>;
  unusedImage(image: StoredVariants): Promise<void>;
  expiredProof(key: string): Promise<void>;
  geocoder(runId: string, turn: JobTurn): Promise<Done>;
  hourly(): Promise<void>;
  housekeeping(): Promise<void>;
  checkRecords(): Promise<void>;
}

/**
 * Runs jobs; while the database is away, tries again until `signal` aborts. The queues must exist.
 */
export async function runJobs(
  { db }: QueueConnections,
  handlers: JobHandlers,
  { pollSeconds }: MailDelivery,
  { log, signal }: { log: (error: unknown) => void; signal: AbortSignal },
): Promise<PgBoss | null> {
  // Finds the jobs of dead servers.
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
      await boss.schedule(HOURLY_QUEUE, '7 * * * *');
      await boss.schedule(HOUSEKEEPING_QUEUE, '17 3 * * *');
      await boss.schedule(RECORDS_QUEUE, '41 * * * *');
      await addWorkers(boss, named(handlers), pollSeconds);
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

/** Each under its name. */
const named = (handlers: JobHandlers) =>
  Object.fromEntries(
    Object.entries(handlers).map(([name, handle]: [string, (...job: never[]) => Promise<unknown>]) => [
      name,
      (...job: never[]) => inWork(`job ${name}`, () => handle(...job)),
    ]),
  ) as unknown as JobHandlers;

async function addWorkers(boss: PgBoss, handlers: JobHandlers, pollSeconds: number): Promise<void> {
  const batchOptions = {
    // One rejected mail must not hold up the others.
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
  const untilDone = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 5 };
  await addTurns<{ importId: string }>(boss, IMPORT_QUEUE, untilDone, ({ importId }, turn) =>
    handlers.shipmentImport(importId, turn),
  );
  await addTurns<{ bulkId: string }>(boss, BULK_QUEUE, untilDone, ({ bulkId }, turn) => handlers.bulk(bulkId, turn));
  await addTurns<{ endpointId: string }>(boss, REPLAY_QUEUE, untilDone, ({ endpointId }, turn) =>
    handlers.webhookReplay(endpointId, turn),
  );
  await addTurns<AccountJob>(boss, ACCOUNT_QUEUE, untilDone, handlers.account);
  await boss.work<{ exportId: string }>(EXPORT_QUEUE, untilDone, async (batch) => {
    for (const { data } of batch) await handlers.dataExport(data.exportId);
  });
  await boss.work<StoredVariants>(UNUSED_IMAGE_QUEUE, pollOptions, async (batch) => {
    for (const { data } of batch) await handlers.unusedImage(data);
  });
  await boss.work<{ key: string }>(EXPIRED_PROOF_QUEUE, pollOptions, async (batch) => {
    for (const { data } of batch) await handlers.expiredProof(data.key);
  });
  const polled = { pollingIntervalSeconds: pollSeconds };
  await addTurns<{ runId: string }>(boss, GEOCODER_QUEUE, polled, ({ runId }, turn) => handlers.geocoder(runId, turn));
  const hourly = { notifyPollingIntervalSeconds: 60 };
  await boss.work(HOURLY_QUEUE, hourly, () => handlers.hourly());
  await boss.work(HOUSEKEEPING_QUEUE, hourly, () => handlers.housekeeping());
  await boss.work(RECORDS_QUEUE, hourly, () => handlers.checkRecords());
}

async function addTurns<Data extends object>(
  boss: PgBoss,
  queue: string,
  options: WorkOptions,
  run: (data: Data, turn: JobTurn) => Promise<Done>,
): Promise<void> {
  const described = { ...options, includeMetadata: true as const };
  await boss.work<Data, void, typeof described>(queue, described, async (batch) => {
    for (const { data, priority, groupId } of batch) {
      const begun = performance.now();
      const isBeforeUs = (other: Pick<JobWithMetadata, 'groupId' | 'priority' | 'startAfter'>) =>
        other.groupId !== groupId && other.priority >= priority && other.startAfter <= new Date();
      const isOver = async () =>
        performance.now() - begun > TURN_MS && (await boss.findJobs(queue, { queued: true })).some(isBeforeUs);
      const isDone = await run(data, { isOver });
      // Both exist for a moment: none is lost if we end here, and what is done twice changes nothing.
      if (!isDone) await boss.send(queue, data, { priority, ...(groupId && { group: { id: groupId } }) });
    }
  });
}

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
