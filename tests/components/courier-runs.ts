/** Each run has other ids, because a page remembers stops and couriers after it is closed. */
import type { CourierCollection } from '../../src/domain/pickups/collection.ts';
import { applyFact, type ReportedFact } from '../../src/domain/runs/apply-fact.ts';
import type { CourierRun, CourierStop, CourierTask } from '../../src/domain/runs/views.ts';
import { checkCharacter } from '../../src/domain/tracking-id.ts';
import type { User } from '../../src/domain/user.ts';
import { DEMO_STOPS, sampleCollection, sampleTask } from '../support/sample-run.ts';
import type { Api } from './api.ts';
import { COURIER } from './people.ts';

let lastNumber = 0;
const nextNumber = (): string => {
  lastNumber += 1;
  return String(lastNumber);
};
const newId = () => `0198c5f0-0000-7000-9000-${nextNumber().padStart(12, '0')}`;

/** Its check character is valid. */
export function newTrackingId(): string {
  const body = `W${nextNumber().padStart(10, '0')}`;
  return body + checkCharacter(body);
}

/** No page has seen them yet. */
export const newCourier = (): User => ({ ...COURIER, id: newId() });

export const newTask = (differs: Partial<CourierTask> = {}): CourierTask =>
  sampleTask({ id: newId(), trackingId: newTrackingId(), weight: '31.4 kg', dimensions: '12 x 55in', ...differs });

/** The phone knows its parcels by their orders’ numbers. */
export const newCollection = (count: number, differs: Partial<CourierCollection> = {}): CourierCollection =>
  sampleCollection({
    id: newId(),
    expected: count,
    waiting: Array.from({ length: count }, (_, place) => ({
      trackingId: newTrackingId(),
      reference: `Order ${place + 1}`,
    })),
    ...differs,
  });

export const collectingAt = (run: CourierRun, place: number, ...collections: CourierCollection[]): CourierRun => ({
  ...run,
  stops: run.stops.map((stop, at) => (at === place ? { ...stop, collections } : stop)),
});

/** It has so many parcels at each stop: Box 1 for Receiver 1 … */
export function newRun(parcels: readonly number[], differs: Partial<CourierRun> = {}): CourierRun {
  let boxes = 0;
  const stops = parcels.map((count, place): CourierStop => {
    const tasks = Array.from({ length: count }, () => {
      boxes += 1;
      return newTask({ description: `Box ${boxes}` });
    });
    const address = DEMO_STOPS[place] ?? `Avenyn ${place + 12}, 411 36 Gothenburg`;
    return {
      id: newId(),
      sequence: place + 1,
      name: `Receiver ${place + 1}`,
      phone: '+46 31 555 0192',
      address,
      tasks,
    };
  });
  const times = { startedAt: null, closedAt: null };
  return {
    id: newId(),
    name: 'Centre',
    day: '2026-11-21',
    status: 'released',
    version: 2,
    ...times,
    stops,
    ...differs,
  };
}

export const tasksOf = ({ stops }: CourierRun): CourierTask[] => stops.flatMap(({ tasks }) => tasks);

export const withTasks = (run: CourierRun, change: (task: CourierTask) => Partial<CourierTask>): CourierRun => ({
  ...run,
  stops: run.stops.map((stop) => ({ ...stop, tasks: stop.tasks.map((task) => ({ ...task, ...change(task) })) })),
});

export const withTask = (run: CourierRun, parcel: CourierTask | undefined, change: Partial<CourierTask>): CourierRun =>
  withTasks(run, (task) => (task.id === parcel?.id ? change : {}));

export const started = (run: CourierRun): CourierRun => ({
  ...withTasks(run, () => ({ status: 'loaded' })),
  status: 'active',
  startedAt: '2026-11-21T06:30:00.000Z',
});

export const stopPath = (run: CourierRun, place: number, search = ''): string =>
  `/courier/stops/${run.stops[place]?.id}${search}`;

interface ServedRun {
  api: Api;
  /** What the desk makes of the run. */
  change(next: CourierRun | null): void;
  read(): CourierRun | null;
}

/** It takes the courier’s reports as the real server does. */
export function serveRun(first: CourierRun | null): ServedRun {
  let run = first;
  const apply = (fact: ReportedFact) => {
    run = run && applyFact(run, fact);
    return { ok: true } as const;
  };
  return {
    api: {
      courier: {
        getRun: () => run,
        load: ({ id, taskIds, parcels, occurredAt = '' }) => apply({ kind: 'load', id, taskIds, parcels, occurredAt }),
        start: ({ id, runId, occurredAt = '' }) => apply({ kind: 'start', id, runId, occurredAt }),
        visit: ({ id, outcomes, payments, occurredAt = '' }) =>
          apply({ kind: 'visit', id, outcomes, payments, occurredAt }),
        return: ({ id, taskIds, parcels, occurredAt = '' }) =>
          apply({ kind: 'return', id, taskIds, parcels, occurredAt }),
        collect: ({ id, collectionId, result, reason, parcels, unlabelled, left, occurredAt = '' }) =>
          apply({ kind: 'collect', id, collectionId, result, reason, parcels, unlabelled, left, occurredAt }),
        handIn: ({ occurredAt = '', ...fact }) => apply({ ...fact, kind: 'hand-in', occurredAt }),
        close: ({ id, runId, cash, occurredAt = '' }) => apply({ kind: 'close', id, runId, cash, occurredAt }),
      },
      user: { getSessions: () => [] },
    },
    change(next) {
      run = next;
    },
    read: () => run,
  };
}
