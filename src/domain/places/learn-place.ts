/** Phones teach doors where they deliver, if the brand and the courier agree. */
import * as v from 'valibot';
import type { DeliveryMethod } from '../delivery.ts';
import { strictInput } from '../field-schemas.ts';
import { medianOf, metresBetween, type Point } from './places.ts';

const number = (min: number, max: number) =>
  v.pipe(
    v.number('This is not a position.'),
    v.minValue(min, 'This is not a position.'),
    v.maxValue(max, 'This is not a position.'),
  );

/** Degrees, and metres. */
export const PositionSchema = strictInput({
  lat: number(-90, 90),
  lng: number(-180, 180),
  accuracy: number(0, 1_000_000),
});
export type Position = v.InferOutput<typeof PositionSchema>;

/** The parcel is not at the door in the other ways. */
const METHODS_AT_DOOR: readonly DeliveryMethod[] = ['recipient', 'other-person', 'mailbox'];
const MAX_ACCURACY_METRES = 50;
const FAR_METRES = 300;
/** Two parcels of one visit are no two samples. */
const APART_MS = 60 * 60 * 1000;
export const MAX_SAMPLES = 8;

interface ReportedOutcome {
  result: string;
  method?: DeliveryMethod | undefined;
  supersedes?: string | undefined;
}

/** A correction may come from anywhere. */
export const isAtDoor = (outcomes: readonly ReportedOutcome[]): boolean =>
  outcomes.every(({ supersedes }) => supersedes === undefined) &&
  outcomes.some(({ method }) => method !== undefined && METHODS_AT_DOOR.includes(method));

export const isPrecise = ({ accuracy }: Pick<Position, 'accuracy'>): boolean => accuracy <= MAX_ACCURACY_METRES;

export interface LearnedPlace extends Point {
  samples: number;
}

export interface Sample extends Point {
  id: string;
  waits: boolean;
  takenAt: Date;
}

/** `waits`: it does not count yet. `agreesWith`: one that waited, and now counts with it. */
export interface Lesson {
  place: LearnedPlace | null;
  waits: boolean;
  agreesWith: Sample | null;
}

export function learnPlace(
  place: LearnedPlace | null,
  kept: readonly Sample[],
  sample: Pick<Sample, 'lat' | 'lng' | 'takenAt'>,
): Lesson {
  const { lat, lng, takenAt } = sample;
  if (!place) return { place: { lat, lng, samples: 1 }, waits: false, agreesWith: null };
  if (metresBetween(place, sample) <= FAR_METRES) {
    const counted = newestFirst(kept.filter(({ waits }) => !waits)).slice(0, MAX_SAMPLES - 1);
    const erased = Math.min(place.samples - counted.length, MAX_SAMPLES - 1 - counted.length);
    const points = [sample, ...counted, ...Array.from({ length: Math.max(0, erased) }, () => place)];
    return { place: { ...medianOf(points), samples: place.samples + 1 }, waits: false, agreesWith: null };
  }
  const agreesWith = newestFirst(kept).find(
    (one) =>
      one.waits &&
      metresBetween(one, sample) <= FAR_METRES &&
      Math.abs(one.takenAt.getTime() - takenAt.getTime()) >= APART_MS,
  );
  if (!agreesWith) return { place: null, waits: true, agreesWith: null };
  return { place: { ...medianOf([sample, agreesWith]), samples: 2 }, waits: false, agreesWith };
}

const newestFirst = (samples: readonly Sample[]) =>
  [...samples].sort((one, other) => other.takenAt.getTime() - one.takenAt.getTime());
