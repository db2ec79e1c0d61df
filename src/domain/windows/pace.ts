import type { CourierRun } from '../runs/views.ts';

/** Fewer say too little about the rest of the day. */
export const MIN_VISITS = 5;
const LATEST = 10;
/** All stops together weigh as much as so many of the latest. */
const ALL_WEIGHT = 6;
const USUAL_WEIGHT = 3;

interface TimedVisit {
  stopId: string;
  at: number;
}

/** They are in order, without corrections; several acts at one door in a row are one visit. */
function listVisits({ stops }: Pick<CourierRun, 'stops'>): TimedVisit[] {
  const visits = new Map<string, TimedVisit>();
  for (const { id: stopId, tasks, collections = [] } of stops) {
    for (const { id, occurredAt } of collections)
      if (occurredAt) visits.set(id, { stopId, at: Date.parse(occurredAt) });
    for (const { outcomes } of tasks) {
      for (const [place, { visitId, occurredAt }] of outcomes.entries()) {
        const isCorrection = outcomes[place - 1]?.result === 'delivered';
        if (!isCorrection) visits.set(visitId, { stopId, at: Date.parse(occurredAt) });
      }
    }
  }
  const inOrder = [...visits.values()].toSorted((one, other) => one.at - other.at);
  return inOrder.filter(({ stopId }, place) => inOrder[place - 1]?.stopId !== stopId);
}

const dayOf = (at: number) => new Date(at).toDateString();
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

export function weighGaps(gaps: readonly number[], usual?: number): number {
  const latest = gaps.slice(-LATEST);
  const usualWeight = usual === undefined ? 0 : USUAL_WEIGHT;
  const sum = mean(latest) * latest.length + mean(gaps) * ALL_WEIGHT + (usual ?? 0) * usualWeight;
  return sum / (latest.length + ALL_WEIGHT + usualWeight);
}

/** Null before five visits. */
export function minutesPerStop(run: Pick<CourierRun, 'stops' | 'startedAt'>): number | null {
  const all = listVisits(run);
  const day = dayOf(all.at(-1)?.at ?? 0);
  const visits = all.flatMap(({ at }) => (dayOf(at) === day ? at : []));
  if (visits.length < MIN_VISITS) return null;
  const start = Date.parse(run.startedAt ?? '');
  const times = dayOf(start) === day ? [start, ...visits] : visits;
  const gaps = times.slice(1).map((at, place) => Math.max(0, at - (times[place] ?? at)) / 60_000);
  return weighGaps(gaps);
}

/** Returns `45 min` or `3 h 20 min`. */
export function formatRoughly(minutes: number): string {
  const step = minutes < 57.5 ? 5 : 10;
  const rounded = Math.max(5, Math.round(minutes / step) * step);
  const hours = Math.floor(rounded / 60);
  const rest = rounded % 60;
  return [hours > 0 && `${hours}\u00a0h`, rest > 0 && `${rest}\u00a0min`].filter(Boolean).join(' ');
}
