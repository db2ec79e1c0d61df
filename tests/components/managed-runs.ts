import type { DeliveryVisit } from '../../src/domain/delivery.ts';
import type {
  ManagedTask,
  OpenException,
  PoolCollection,
  PoolShipment,
  RunDetails,
  RunException,
  RunSummary,
} from '../../src/domain/runs/views.ts';
import { COURIER } from './people.ts';

export const DAY = '2026-11-18';

/** Couriers of the choice, the first of whom has the run. */
export const COURIERS = [
  { id: COURIER.id, name: 'Kaj Lovelace' },
  { id: '0198c5f0-0000-7000-8000-000000000f01', name: 'Cia Lovelace' },
];

/** A parcel in the run, to be loaded. */
export const TASK: ManagedTask = {
  id: '0198c5f0-0000-7000-8000-000000000f11',
  status: 'assigned',
  shipmentId: '0198c5f0-0000-7000-8000-000000000f21',
  trackingId: 'W00000000001',
  description: 'Parcel 1',
  shipmentStatus: 'in-progress',
  isDeleted: false,
  visits: [],
};

const stopOf = (number: number, tasks: ManagedTask[]): RunDetails['stops'][number] => ({
  id: `0198c5f0-0000-7000-8000-000000000f3${number}`,
  sequence: number,
  name: `Door ${'ABC'.charAt(number - 1)}`,
  phone: `+47 22 33 44 5${number}`,
  address: `${number} Harbour Street, Oslo`,
  tasks,
});

/** Doors A, B and C; the first has two parcels. */
export const STOPS = [
  stopOf(1, [
    TASK,
    { ...TASK, id: TASK.id.replace('f11', 'f12'), trackingId: 'W00000000002', description: 'Parcel 2' },
  ]),
  stopOf(2, [{ ...TASK, id: TASK.id.replace('f11', 'f13'), trackingId: 'W00000000003', description: 'Parcel 3' }]),
  stopOf(3, [{ ...TASK, id: TASK.id.replace('f11', 'f14'), trackingId: 'W00000000004', description: 'Parcel 4' }]),
] as const;

export const RUN: RunDetails = {
  id: '0198c5f0-0000-7000-8000-000000000f41',
  name: 'Centre',
  day: DAY,
  status: 'planned',
  version: 1,
  startedAt: null,
  closedAt: null,
  courier: COURIERS[0] ?? { id: '', name: '' },
  lastHeardAt: null,
  progress: { stops: 3, tasks: 4, open: 4, loaded: 0, delivered: 0, returned: 0, left: 0, recalled: 0, exceptions: 0 },
  stops: [...STOPS],
  exceptions: [],
};

const { stops: _, exceptions: __, ...summary } = RUN;

export const RUN_SUMMARY: RunSummary = summary;

/** A neighbour took the parcel; the second photo is still on the phone. */
export const VISIT: DeliveryVisit = {
  id: '0198c5f0-0000-7000-8000-000000000f51',
  occurredAt: '2026-11-18T09:10:00.000Z',
  createdAt: '2026-11-18T10:00:00.000Z',
  result: 'delivered',
  method: 'neighbour',
  reason: null,
  recipient: 'Kim Next-Door',
  note: 'Second floor',
  corrected: false,
  proofs: [
    { sha256: 'a'.repeat(64), kind: 'photo', state: 'received' },
    { sha256: 'b'.repeat(64), kind: 'photo', state: 'awaited' },
  ],
};

export const EXCEPTION: RunException = {
  id: '0198c5f0-0000-7000-8000-000000000f61',
  kind: 'damaged',
  taskId: TASK.id,
  trackingId: TASK.trackingId,
  shipmentId: TASK.shipmentId,
  isDeleted: false,
  stop: 'Door A',
  createdAt: '2026-11-18T10:00:00.000Z',
};

export const OPEN_EXCEPTION: OpenException = { ...EXCEPTION, run: { id: RUN.id, name: RUN.name, day: DAY } };

/** Shipments without a run, by their numbers. */
export const inPool = (count: number): PoolShipment[] =>
  Array.from({ length: count }, (___, index) => ({
    id: `0198c5f0-0000-7000-8000-0000000004${String(index + 1).padStart(2, '0')}`,
    trackingId: `W000000001${String(index + 1).padStart(2, '0')}`,
    description: `Pool parcel ${index + 1}`,
    status: 'in-progress' as const,
    receiverName: `Door ${index % 8}`,
    shipTo: `${index % 8} Street, Oslo`,
    createdAt: '2026-11-17T09:00:00.000Z',
  }));

/** A pickup that no run has. */
export const POOL_COLLECTION: PoolCollection = {
  id: '01930000-0000-7000-8000-0000000000c1',
  kind: 'pickup',
  party: 'Harbour Books',
  expected: 8,
  address: 'Quay 1, 411 04 Gothenburg',
  day: DAY,
  from: '16:00',
  until: '17:00',
};
