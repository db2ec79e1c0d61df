import type { UnitOfWork } from '../context/unit-of-work.ts';
import { GEOCODER_QUEUE } from '../jobs/queues.ts';

export async function askForPlaces({ tx, services, actor }: UnitOfWork, runId: string): Promise<void> {
  if (!services.environment.GEOCODER_URL) return;
  await services.jobs.send(tx, GEOCODER_QUEUE, { runId }, { person: actor?.id });
}
