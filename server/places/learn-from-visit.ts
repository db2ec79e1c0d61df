import { isPrecise, learnPlace, type Position } from '../../src/domain/places/learn-place.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import type { StopRow } from '../runs/store/run-tasks.ts';
import { addSample, lockPlace, placeKeysOf } from './store/places.ts';

export async function learnFromVisit(
  { tx, services }: UnitOfWork,
  { address }: Pick<StopRow, 'address'>,
  { at, takenAt }: { at: Position; takenAt: Date },
): Promise<void> {
  if (!services.environment.LEARN_PLACES || !isPrecise(at) || address === '') return;
  const keys = placeKeysOf(services.secrets, address);
  const { learned, samples } = await lockPlace(tx, keys);
  const sample = { lat: at.lat, lng: at.lng, takenAt };
  await addSample(tx, keys, sample, learnPlace(learned, samples, sample));
}
