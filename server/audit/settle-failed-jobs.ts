import type { SettleFailedJobs } from '../../src/domain/records.ts';
import { removeFailedJobs } from '../base/sql/failed-jobs.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { FAILED_QUEUE } from '../jobs/queues.ts';

const MAX_AT_ONCE = 1_000;

/** Does nothing if someone else was faster. A job's finished part is not repeated. */
export async function settleFailedJobs({ tx, services }: UnitOfWork, { name, how }: SettleFailedJobs): Promise<void> {
  const removed = await removeFailedJobs(tx, FAILED_QUEUE, { name, limit: MAX_AT_ONCE });
  const [queue] = removed.map((job) => job.queue);
  if (queue === undefined || how === 'dismiss') return;
  await services.jobs.sendMany(
    tx,
    queue,
    removed.map(({ data }) => ({ data, priority: 0 })),
  );
}
