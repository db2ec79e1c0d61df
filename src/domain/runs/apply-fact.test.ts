import { describe, expect, it } from 'vitest';
import { sampleCollection, sampleRun, sampleStop, sampleTask } from '../../../tests/support/sample-run.ts';
import { applyFact, type ReportedFact } from './apply-fact.ts';
import type { CourierRun, CourierTask } from './views.ts';

/** Each task is for a different parcel. */
const taskOf = (id: string, differs: Partial<CourierTask> = {}) => sampleTask({ id, trackingId: `W${id}`, ...differs });
const run = sampleRun(['a', 'b', 'c'].map((id) => taskOf(id)));

const at = { occurredAt: '2026-11-21T08:00:00.000Z' };
const day: ReportedFact[] = [
  { ...at, id: '1', kind: 'load', taskIds: ['a', 'b'] },
  { ...at, id: '2', kind: 'start', runId: 'run' },
  { ...at, id: '3', kind: 'visit', outcomes: [{ taskId: 'a', result: 'delivered', method: 'mailbox' }] },
  { ...at, id: '4', kind: 'visit', outcomes: [{ taskId: 'b', result: 'failed', reason: 'consignee_not_home' }] },
  { ...at, id: '5', kind: 'return', taskIds: ['b'] },
  { ...at, id: '6', kind: 'close', runId: 'run' },
];

const statuses = ({ stops }: CourierRun) => stops.flatMap(({ tasks }) => tasks.map(({ status }) => status));

describe('a run with what its courier has reported', () => {
  it('shows a whole day before the server knows of it', () => {
    const seen = day.map((_, place) => statuses(day.slice(0, place + 1).reduce(applyFact, run)));
    expect(seen).toEqual([
      ['loaded', 'loaded', 'assigned'],
      ['loaded', 'loaded', 'left'],
      ['delivered', 'loaded', 'left'],
      ['delivered', 'loaded', 'left'],
      ['delivered', 'returned', 'left'],
      ['delivered', 'returned', 'left'],
    ]);
    expect(day.reduce(applyFact, run)).toMatchObject({ status: 'closed', startedAt: at.occurredAt });
  });

  it('has what the desk took out of the van as back or missing, but not what someone else has', () => {
    const away = { recalled: true, status: 'cancelled' } as const;
    const tasks = [
      ...[taskOf('a', away), taskOf('b', away), taskOf('c', { status: 'cancelled' })],
      taskOf('d', { status: 'moved', movedTo: 'Cia' }),
    ];
    const end: ReportedFact[] = [
      { ...at, id: '1', kind: 'return', taskIds: ['a', 'd'] },
      { ...at, id: '2', kind: 'close', runId: 'run' },
    ];
    const whole = end.reduce(applyFact, sampleRun(tasks, { status: 'active' }));
    expect(statuses(whole)).toEqual(['returned', 'missing', 'cancelled', 'moved']);
    expect(end.reduce(applyFact, whole)).toEqual(whole);
  });

  it('stays cancelled if it was started without knowing', () => {
    const cancelled: CourierRun = { ...run, status: 'cancelled', closedAt: at.occurredAt };
    expect(day.slice(0, 2).reduce(applyFact, cancelled)).toMatchObject({ status: 'cancelled', startedAt: null });
  });

  it('is the same if the server’s answer holds some of it already', () => {
    const whole = day.reduce(applyFact, run);
    for (let known = 0; known <= day.length; known += 1) {
      expect(day.reduce(applyFact, day.slice(0, known).reduce(applyFact, run))).toEqual(whole);
    }
  });

  it.each([
    ['load', { kind: 'load', taskIds: ['a'] }, 'loaded'],
    ['return', { kind: 'return', taskIds: ['a'] }, 'returned'],
    ['delivery', { kind: 'visit', outcomes: [{ taskId: 'a', result: 'delivered', method: 'mailbox' }] }, 'delivered'],
  ] as const)('takes a %s of a parcel that the desk has moved away and back', (_, report, status) => {
    const back = sampleRun([taskOf('a', { status: 'moved' }), taskOf('b', { trackingId: 'Wa' })]);
    const both = { ...at, id: '1', ...report };
    const once = applyFact(back, both);
    expect(statuses(once)).toEqual(['moved', status]);
    expect(applyFact(once, both)).toEqual(once);
    // The server may have recorded it for the other task.
    const known = { visitId: '1', result: 'delivered' as const, method: 'mailbox', reason: null, ...at };
    const sent = sampleRun([
      taskOf('a', { status: 'delivered', outcomes: [known] }),
      taskOf('b', { trackingId: 'Wa', status: 'moved' }),
    ]);
    if (report.kind === 'visit') expect(applyFact(sent, both)).toEqual(sent);
  });

  const outcome = { taskId: 'a', result: 'failed', reason: 'consignee_refused', supersedes: '3' } as const;
  const correction: ReportedFact = { ...at, id: '7', kind: 'visit', outcomes: [outcome] };

  it('opens a parcel again when its delivery is corrected', () => {
    const corrected = applyFact(day.slice(0, 3).reduce(applyFact, run), correction);
    expect(statuses(corrected)[0]).toBe('loaded');
    expect(corrected.stops[0]?.tasks[0]?.outcomes.map(({ result }) => result)).toEqual(['delivered', 'failed']);
  });

  it('keeps no parcel open after the close, although a delivery is corrected then', () => {
    const closed = [...day.slice(0, 3), ...day.slice(5)].reduce(applyFact, run);
    expect(statuses(closed)).toEqual(['delivered', 'missing', 'left']);
    expect(statuses(applyFact(closed, correction))).toEqual(['missing', 'missing', 'left']);
  });

  it('finds at the close what is missing and what was never loaded, and ignores reports about other runs', () => {
    const close: ReportedFact = { ...at, id: '6', kind: 'close', runId: 'run' };
    expect(statuses([...day.slice(0, 1), close].reduce(applyFact, run))).toEqual(['missing', 'missing', 'left']);
    expect(applyFact(run, { ...at, id: '6', kind: 'close', runId: 'another' })).toEqual(run);
  });
});

describe('a shipment of several parcels', () => {
  it('is loaded, and back, once each of them was scanned', () => {
    const scanned = (kind: 'load' | 'return', ...parcels: number[]): ReportedFact => ({
      ...at,
      id: '1',
      kind,
      taskIds: ['a'],
      parcels,
    });
    const three = sampleRun([taskOf('a', { parcels: 3 })]);
    const facts = [scanned('load', 2), scanned('load', 2), scanned('load', 1, 3), scanned('return', 3)];
    const seen = facts.map((_, place) => statuses(facts.slice(0, place + 1).reduce(applyFact, three))[0]);
    expect(seen).toEqual(['assigned', 'assigned', 'loaded', 'loaded']);
    const back = [...facts, scanned('return', 1, 2)].reduce(applyFact, three);
    expect(statuses(back)).toEqual(['returned']);
    // Older phones report it like this.
    expect(statuses(applyFact(three, { ...at, id: '2', kind: 'load', taskIds: ['a'] }))).toEqual(['loaded']);
  });
});

describe('a collection', () => {
  const collection = sampleCollection();
  const [first, second, third] = ['W1', 'W2', 'Wa'].map((trackingId) => ({ trackingId, ...at, at: at.occurredAt }));
  const stop = (differs = {}) => sampleStop([], { collections: [{ ...collection, ...differs }] });
  const parcelsOf = (...some: (typeof first)[]) =>
    some.flatMap((one) => (one ? { trackingId: one.trackingId, at: one.at, by: 'scan' as const } : []));
  const collect = (id: string, more: object): ReportedFact => ({
    ...at,
    id,
    kind: 'collect',
    collectionId: collection.id,
    result: 'collected',
    parcels: [],
    unlabelled: 0,
    left: [],
    ...more,
  });
  const collecting = sampleRun([], { status: 'active', stops: [stop()] });
  const collectionIn = ({ stops }: CourierRun) => stops[0]?.collections?.[0];

  it('has what was scanned once, however often it is reported', () => {
    const left = [{ trackingId: 'W2', reason: 'not_ready' as const }];
    const facts = [
      collect('1', { parcels: parcelsOf(first), unlabelled: 2, left }),
      collect('2', { parcels: parcelsOf(first, second) }),
    ];
    const once = facts.reduce(applyFact, collecting);
    expect(collectionIn(once)).toMatchObject({
      status: 'collected',
      unlabelled: 2,
      left: [],
      occurredAt: at.occurredAt,
      collected: [{ trackingId: 'W1' }, { trackingId: 'W2' }],
    });
    expect([...facts, ...facts].reduce(applyFact, once)).toEqual(once);
  });

  it.each([
    ['open', 'failed'],
    ['moved', 'moved'],
    ['collected', 'collected'],
  ] as const)('of which nothing is there is %s before and %s then', (before, then) => {
    const failure = collect('1', { result: 'failed', reason: 'closed' });
    const failed = collectionIn(applyFact({ ...collecting, stops: [stop({ status: before })] }, failure));
    expect(failed).toMatchObject({ status: then, reason: then === 'failed' ? 'closed' : null });
  });

  it('counts although it was moved or cancelled', () => {
    for (const status of ['moved', 'cancelled'] as const) {
      const away = { ...collecting, stops: [stop({ status })] };
      const taken = collectionIn(applyFact(away, collect('1', { parcels: parcelsOf(first) })));
      expect(taken).toMatchObject({ status: 'collected', collected: [{ trackingId: 'W1' }] });
    }
  });

  it('brings what the same run delivers into the van, which the start does not leave', () => {
    const direct = sampleRun([], {
      stops: [stop(), sampleStop([taskOf('a', { collectAt: 1 }), taskOf('b')], { id: 'door', sequence: 2 })],
    });
    const begun = applyFact(direct, { ...at, id: '1', kind: 'start', runId: 'run' });
    expect(statuses(begun)).toEqual(['assigned', 'left']);
    expect(statuses(applyFact(begun, collect('2', { parcels: parcelsOf(third) })))).toEqual(['loaded', 'left']);
  });

  it('is handed in by scan, or as a whole', () => {
    const taken = applyFact(collecting, collect('1', { parcels: parcelsOf(first, second) }));
    const handIn = (trackingIds?: string[]) =>
      collectionIn(applyFact(taken, { ...at, id: '2', kind: 'hand-in', runId: 'run', trackingIds }))?.collected;
    expect(handIn(['W2'])?.map(({ handedIn = false }) => handedIn)).toEqual([false, true]);
    expect(handIn()?.every(({ handedIn }) => handedIn)).toBe(true);
  });

  it('has failed once its run ends without it, and still counts later', () => {
    const close: ReportedFact = { ...at, id: '1', kind: 'close', runId: 'run' };
    const closed = applyFact(collecting, close);
    expect(collectionIn(closed)).toMatchObject({ status: 'failed', reason: 'missed' });
    const late = applyFact(closed, collect('2', { parcels: parcelsOf(first) }));
    expect(collectionIn(late)).toMatchObject({ status: 'collected', reason: null });
  });

  it('does nothing to a stored run of a phone that knows none', () => {
    expect(applyFact(run, collect('1', { parcels: parcelsOf(first) }))).toEqual(run);
    expect(applyFact(run, { ...at, id: '2', kind: 'hand-in', runId: 'run' })).toEqual(run);
  });
});
