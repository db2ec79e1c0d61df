import type { CourierCollection } from '../../src/domain/pickups/collection.ts';
import { DEFAULT_PROOF_POLICY } from '../../src/domain/runs/proof-policy.ts';
import type { CourierRun, CourierStop, CourierTask } from '../../src/domain/runs/views.ts';

/** Addresses of the first stops. */
export const DEMO_STOPS = [
  'Storgatan 1, 411 01 Gothenburg',
  'Linnégatan 8, 413 04 Gothenburg',
  'Avenyn 12, 411 36 Gothenburg',
];

export const sampleTask = (differs: Partial<CourierTask> = {}): CourierTask => ({
  id: 'a',
  status: 'assigned',
  trackingId: 'W48207K159XQ',
  description: 'Box',
  receiver: null,
  service: 'Special Cargo',
  weight: '1 kg',
  dimensions: '10 x 10 cm',
  proof: DEFAULT_PROOF_POLICY,
  movedTo: null,
  outcomes: [],
  ...differs,
});

export const sampleStop = (tasks: CourierTask[], differs: Partial<CourierStop> = {}): CourierStop => ({
  id: 'stop',
  sequence: 1,
  name: 'Elin',
  phone: '',
  address: '',
  tasks,
  ...differs,
});

export const sampleCollection = (differs: Partial<CourierCollection> = {}): CourierCollection => ({
  id: 'collection',
  status: 'open',
  kind: 'pickup',
  party: 'Elin’s shop',
  window: { from: '16:00', until: '17:00' },
  expected: 2,
  note: '',
  waiting: [],
  proof: DEFAULT_PROOF_POLICY,
  collected: [],
  unlabelled: 0,
  left: [],
  reason: null,
  occurredAt: null,
  facts: [],
  ...differs,
});

export const sampleRun = (tasks: CourierTask[], differs: Partial<CourierRun> = {}): CourierRun => ({
  id: 'run',
  name: 'Centre',
  day: '2026-11-21',
  status: 'released',
  version: 2,
  startedAt: null,
  closedAt: null,
  stops: [sampleStop(tasks)],
  ...differs,
});
