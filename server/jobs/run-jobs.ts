import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type JobWithMetadata, PgBoss, type WorkOptions } from 'pg-boss';
import type { QueueConnections } from '../base/database/queue-connections.ts';
import { errorForLog } from '../base/errors/error-log.ts';
import { isTransientError } from '../base/errors/transient-errors.ts';
import type { StoredVariants } from '../base/images/image-store.ts';
import { inWork } from '../base/process/current-work.ts';
import type { Delivery } from '../mail/store/mail-deliveries.ts';
import type { PushDelivery } from '../push/store/push-devices.ts';
import {
  ACCOUNT_QUEUE,
  type AccountJob,
  AWAITED_PRIORITY,
  BULK_QUEUE,
  EXPIRED_PROOF_QUEUE,
  EXPORT_QUEUE,
  FAILED_QUEUE,
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
  SMS_QUEUE,
  UNUSED_IMAGE_QUEUE,
} from './queues.ts';

const DEAD_WORKER_CHECK_SECONDS = 15;

const REPEATED_QUEUES = [HOURLY_QUEUE, HOUSEKEEPING_QUEUE, RECORDS_QUEUE];

const RETRY_MS = 1_000;

const BATCH_SIZE = 8;

const TURN_MS = 2_000;

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
  sms(job: { smsId: string }): Promise<void>;
  shipmentImport(importId: string, turn: JobTurn): Promise<Done>;
  bulk(bulkId: string, turn: JobTurn): Promise<Done>;
  webhookReplay(endpointId: string, turn: JobTurn): Promise<Done>;
  account(job: AccountJob, turn: JobTurn): Promise<Done>;
  dataExport(exportId: string): Promise<void>;
  unusedImage(image: StoredVariants): Promise<void>;
  expiredProof(key: string): Promise<void>;
  geocoder(runId: string, turn: JobTurn): Promise<Done>;
  hourly(step: string, turn: JobTurn): Promise<Done>;
  housekeeping(step: string, turn: JobTurn): Promise<Done>;
  checkRecords(): Promise<void>;
}

/** Each name is a job. The first of a day comes before all others. */
export type JobSteps = Record<'hourly' | 'housekeeping', readonly string[]>;

/** Retries until `signal` aborts while the database is away. The queues must exist. */
export async function runJobs(
  { db }: QueueConnections,
  { handlers, steps }: { handlers: JobHandlers; steps: JobSteps },
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
      await addWorkers({ boss, log }, named(handlers), steps, pollSeconds);
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

interface Workers {
  boss: PgBoss;
  log: (error: unknown) => void;
}

async function addWorkers(
  workers: Workers,
  handlers: JobHandlers,
  steps: JobSteps,
  pollSeconds: number,
): Promise<void> {
  // Some together: one that fails must not hold up the others.
  const batches = {
    batchSize: BATCH_SIZE,
    burstWhenBatchFull: true,
    pollingIntervalSeconds: Math.min(pollSeconds, 5),
    notifyPollingIntervalSeconds: pollSeconds,
  };
  await work(workers, MAIL_QUEUE, batches, handlers.mail);
  // These must not even wait for a batch that the mail server is slow to take.
  await work(workers, MAIL_QUEUE, { ...batches, minPriority: AWAITED_PRIORITY }, handlers.mail);
  await work(workers, PUSH_QUEUE, batches, handlers.push);
  await work(workers, SMS_QUEUE, batches, handlers.sms);
  const polled = { batchSize: BATCH_SIZE, burstWhenBatchFull: true, pollingIntervalSeconds: pollSeconds };
  await work(workers, LOST_MAIL_QUEUE, polled, handlers.lostMail);
  await work(workers, UNUSED_IMAGE_QUEUE, polled, handlers.unusedImage);
  await work(workers, EXPIRED_PROOF_QUEUE, polled, ({ key }: { key: string }) => handlers.expiredProof(key));
  // A job that is due again after its server died is not announced.
  const untilDone = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 5 };
  await addTurns(workers, IMPORT_QUEUE, untilDone, ({ importId }: { importId: string }, turn) =>
    handlers.shipmentImport(importId, turn),
  );
  await addTurns(workers, BULK_QUEUE, untilDone, ({ bulkId }: { bulkId: string }, turn) => handlers.bulk(bulkId, turn));
  await addTurns(workers, REPLAY_QUEUE, untilDone, ({ endpointId }: { endpointId: string }, turn) =>
    handlers.webhookReplay(endpointId, turn),
  );
  await addTurns(workers, ACCOUNT_QUEUE, untilDone, handlers.account);
  await work(workers, EXPORT_QUEUE, untilDone, ({ exportId }: { exportId: string }) => handlers.dataExport(exportId));
  await addTurns(
    workers,
    GEOCODER_QUEUE,
    { pollingIntervalSeconds: pollSeconds },
    ({ runId }: { runId: string }, turn) => handlers.geocoder(runId, turn),
  );
  await addSteps(workers, HOURLY_QUEUE, steps.hourly, handlers.hourly);
  await addSteps(workers, HOUSEKEEPING_QUEUE, steps.housekeeping, handlers.housekeeping);
  await work(workers, RECORDS_QUEUE, { notifyPollingIntervalSeconds: 60 }, () => handlers.checkRecords());
}

async function addSteps(
  workers: Workers,
  queue: string,
  steps: readonly string[],
  run: (step: string, turn: JobTurn) => Promise<Done>,
): Promise<void> {
  const { boss } = workers;
  const options = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 5 };
  const worker = await addTurns<{ step?: string } | null>(workers, queue, options, async (data, turn) => {
    // The next follows at once.
    boss.notifyWorker(worker);
    if (data?.step) return run(data.step, turn);
    const jobs = steps.map((step, at) => ({ data: { step }, priority: Number(at === 0), group: { id: step } }));
    await boss.insert(queue, jobs);
    return true;
  });
}

function addTurns<Data extends object | null>(
  workers: Workers,
  queue: string,
  options: WorkOptions,
  run: (data: Data, turn: JobTurn) => Promise<Done>,
): Promise<string> {
  const { boss } = workers;
  return work<Data>(workers, queue, options, async (data, { priority, groupId }) => {
    const begun = performance.now();
    const isBeforeUs = (other: Pick<JobWithMetadata, 'groupId' | 'priority' | 'startAfter'>) =>
      other.groupId !== groupId && other.priority >= priority && other.startAfter <= new Date();
    const isOver = async () =>
      performance.now() - begun > TURN_MS && (await boss.findJobs(queue, { queued: true })).some(isBeforeUs);
    const isDone = await run(data, { isOver });
    // Both exist for a moment, so none is lost.
    if (!isDone) await boss.send(queue, data, { priority, ...(groupId && { group: { id: groupId } }) });
  });
}

function work<Data extends object | null>(
  { boss, log }: Workers,
  queue: string,
  options: WorkOptions,
  handle: (data: Data, job: JobWithMetadata) => Promise<void>,
): Promise<string> {
  const described = { ...options, includeMetadata: true as const, perJobResults: true as const };
  const settle = async (job: JobWithMetadata) => {
    try {
      await handle(job.data as Data, job);
      if (REPEATED_QUEUES.includes(queue)) await forgetFailures(boss, job);
      return { id: job.id, status: 'completed' as const };
    } catch (error) {
      if (job.retryCount >= job.retryLimit) log(describeFailure(job, error));
      return { id: job.id, status: 'failed' as const, output: { message: errorForLog(error).message } };
    }
  };
  return boss.work<object, void, typeof described>(queue, described, (batch) => Promise.all(batch.map(settle)));
}

function describeFailure({ id, name, data }: JobWithMetadata, cause: unknown): Error {
  const { step, requestId } = (data ?? {}) as { step?: string; requestId?: string };
  const job = step ? `${name} ${step}` : name;
  return new Error(`The job ${job} failed for the last time: request ${requestId ?? id}`, { cause });
}

/** Done later, they are no news. */
async function forgetFailures(boss: PgBoss, { name, data }: JobWithMetadata): Promise<void> {
  const failed = await boss.findJobs(FAILED_QUEUE, { queued: true });
  const same = failed.filter((one) => one.sourceName === name && isDeepStrictEqual(one.data, data));
  if (same.length > 0)
    await boss.deleteJob(
      FAILED_QUEUE,
      same.map(({ id }) => id),
    );
}
