import { and, asc, eq, sql } from 'drizzle-orm';
import {
  isPrecise,
  type LearnedPlace,
  type Lesson,
  learnPlace,
  MAX_SAMPLES,
  type Position,
  type Sample,
} from '../../src/domain/places/learn-place.ts';
import { LEARNED_RADIUS } from '../../src/domain/places/places.ts';
import type { Transaction } from '../base/database/client.ts';
import { placeSamples, places } from '../base/database/tables/places.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import type { StopRow } from '../runs/store/run-tasks.ts';
import { type PlaceKeys, placeKeysOf } from './store/places.ts';

async function lockPlace(
  tx: Transaction,
  keys: PlaceKeys,
): Promise<{ learned: LearnedPlace | null; samples: Sample[] }> {
  const [row] = await tx
    .insert(places)
    .values({ ...keys, radius: 0, source: 'unknown' })
    .onConflictDoUpdate({ target: places.key, set: keys })
    .returning();
  if (!row) throw new Error('A place was not locked');
  const { lat, lng, source, samples: count } = row;
  const samples = await tx
    .select()
    .from(placeSamples)
    .where(eq(placeSamples.placeKey, keys.key))
    .orderBy(asc(placeSamples.takenAt), asc(placeSamples.id));
  const isLearned = source === 'courier' && lat !== null && lng !== null;
  return { learned: isLearned ? { lat, lng, samples: count } : null, samples };
}

/** Adds a sample to a locked place, and what it teaches. Keeps the latest samples alone. */
async function addSample(
  tx: Transaction,
  { key }: PlaceKeys,
  sample: Omit<Sample, 'id' | 'waits'>,
  { place, waits, agreesWith }: Lesson,
): Promise<void> {
  const ofPlace = eq(placeSamples.placeKey, key);
  if (agreesWith) {
    await tx.delete(placeSamples).where(and(ofPlace, eq(placeSamples.waits, false)));
    await tx.update(placeSamples).set({ waits: false }).where(eq(placeSamples.id, agreesWith.id));
  }
  await tx.insert(placeSamples).values({ placeKey: key, ...sample, waits });
  await tx.execute(sql`
    delete from place_samples where id in (select id from place_samples
      where place_key = ${key} order by taken_at desc, id desc offset ${MAX_SAMPLES})`);
  if (place) {
    const learned = { ...place, radius: LEARNED_RADIUS, source: 'courier' as const, updatedAt: new Date() };
    await tx.update(places).set(learned).where(eq(places.key, key));
  }
}

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
