import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SHIPMENT_STATUSES, type ShipmentStatus } from './shipment-status.ts';
import { buildTimeline, deliveryOf, findStatusChange, lateness, NO_ACTIVITY, NO_ADDRESS } from './timeline.ts';

const entry = (status: ShipmentStatus, id = status as string) => ({ id, status });
const keys = (steps: readonly { key: string }[]) => steps.map((step) => step.key);
const states = (steps: readonly { key: string; status: string }[]) => steps.map((step) => `${step.key} ${step.status}`);

describe('the timeline rule, sentence by sentence (specification section 4)', () => {
  it("starts with the step 'Label created', key in-progress, status started", () => {
    const label = { key: 'in-progress', title: 'Label created', status: 'started', activity: [] };
    expect(buildTimeline('in-progress', []).at(-1)).toEqual(label);
  });

  it('adds each activity entry, in order, to the step with the same status', () => {
    const [first, second] = [entry('shipped', 'first'), entry('shipped', 'second')];
    const label = entry('in-progress', 'label');
    const steps = buildTimeline('shipped', [label, first, entry('held'), second]);
    expect(steps.find((step) => step.key === 'shipped')?.activity).toEqual([first, second]);
    expect(steps.find((step) => step.key === 'in-progress')?.activity).toEqual([label]);
  });

  it('adds a new pending step at the front for an entry whose status has no step', () => {
    expect(buildTimeline('held', [entry('held')]).slice(0, 2)).toEqual([
      { key: 'delivered', title: 'Delivered', status: 'idle', activity: [] },
      { key: 'held', title: 'Held', status: 'pending', activity: [entry('held')] },
    ]);
  });

  it('titles a new step from its status: hyphens to spaces, words capitalised', () => {
    const status = 'out-for-delivery' as ShipmentStatus;
    expect(buildTimeline(status, [entry(status)])[1]?.title).toBe('Out For Delivery');
  });

  it('completes the previous front step when a new one is put before it, which stays in front', () => {
    const steps = ['delivered idle', 'held pending', 'shipped completed', 'in-progress completed'];
    expect(states(buildTimeline('held', [entry('shipped'), entry('held')]))).toEqual(steps);
    const again = [entry('shipped'), entry('held'), entry('shipped', 'again')];
    expect(states(buildTimeline('shipped', again))).toEqual(steps);
  });

  it('skips a delivered entry that has no step', () => {
    const steps = buildTimeline('held', [entry('delivered'), entry('held')]);
    expect(keys(steps)).toEqual(['delivered', 'held', 'in-progress']);
    expect(steps.flatMap((step) => step.activity)).toEqual([entry('held')]);
  });

  it('completes the previous front step and adds a pending one where no step matches the current status', () => {
    expect(buildTimeline('delivery', [entry('shipped')]).slice(1)).toEqual([
      { key: 'delivery', title: 'Delivery', status: 'pending', activity: [] },
      { key: 'shipped', title: 'Shipped', status: 'completed', activity: [entry('shipped')] },
      { key: 'in-progress', title: 'Label created', status: 'completed', activity: [] },
    ]);
  });

  it('adds that step completed where the current status is delivered', () => {
    expect(buildTimeline('delivered', [entry('shipped'), entry('delivered')])).toEqual([
      { key: 'delivered', title: 'Delivered', status: 'completed', activity: [] },
      { key: 'shipped', title: 'Shipped', status: 'completed', activity: [entry('shipped')] },
      { key: 'in-progress', title: 'Label created', status: 'completed', activity: [] },
    ]);
  });

  it("adds a final idle step 'Delivered' on top while the shipment is not delivered", () => {
    const final = { key: 'delivered', title: 'Delivered', status: 'idle', activity: [] };
    expect(buildTimeline('cancelled', [])[0]).toEqual(final);
  });
});

describe('the timeline of any shipment', () => {
  const anyStatus = fc.constantFrom(...SHIPMENT_STATUSES);
  const anyActivity = fc
    .array(anyStatus, { maxLength: 40 })
    .map((statuses) => statuses.map((status, index) => ({ id: index, status })));
  const holds = (property: (current: ShipmentStatus, activity: { id: number; status: ShipmentStatus }[]) => void) =>
    fc.assert(fc.property(anyStatus, anyActivity, property), { numRuns: 500 });

  it('shows each entry exactly once and in order, in the step of its status, and a delivered one nowhere', () => {
    holds((current, activity) => {
      const steps = buildTimeline(current, activity);
      for (const step of steps) {
        const own = activity.filter((one) => one.status === step.key && one.status !== 'delivered');
        expect(step.activity).toEqual(own);
      }
      const shown = steps.flatMap((step) => step.activity).map((one) => one.id);
      const expected = activity.filter((one) => one.status !== 'delivered').map((one) => one.id);
      expect(shown.toSorted((a, b) => a - b)).toEqual(expected);
    });
  });

  it('lists the steps newest first, by when their status came up first, and each only once', () => {
    holds((current, activity) => {
      const met = activity.map((one) => one.status).filter((status) => status !== 'delivered');
      const oldestFirst = [...new Set<ShipmentStatus>(['in-progress', ...met, current])];
      const top: ShipmentStatus[] = current === 'delivered' ? [] : ['delivered'];
      expect(keys(buildTimeline(current, activity))).toEqual([...top, ...oldestFirst.reverse()]);
    });
  });

  it('has one front step, and every step behind it is completed', () => {
    holds((current, activity) => {
      const [front, ...behind] = buildTimeline(current, activity).filter((step) => step.status !== 'idle');
      if (current === 'delivered') expect(front).toMatchObject({ key: 'delivered', status: 'completed' });
      else expect(front?.status).toBe(behind.length === 0 ? 'started' : 'pending');
      expect(behind.every((step) => step.status === 'completed')).toBe(true);
    });
  });

  it('has an idle step exactly when it is not delivered, and then it is the first one, empty', () => {
    holds((current, activity) => {
      const steps = buildTimeline(current, activity);
      expect(steps.filter((step) => step.status === 'idle')).toEqual(current === 'delivered' ? [] : [steps[0]]);
    });
  });

  it('never changes its input, and returns the same again', () => {
    holds((current, activity) => {
      const frozen = Object.freeze(activity.map((one) => Object.freeze({ ...one })));
      const once = buildTimeline(current, frozen);
      expect(buildTimeline(current, frozen)).toEqual(once);
      expect(frozen).toEqual(activity);
    });
  });
});

describe('when a parcel was delivered', () => {
  const entries = (...statuses: ShipmentStatus[]) => statuses.map((status, at) => ({ status, at }));

  it.each<[ShipmentStatus[], number | undefined]>([
    [['in-progress', 'shipped', 'delivered'], 2],
    [['delivered'], 0],
    // A comment afterwards does not deliver it again; a return before does not count.
    [['in-progress', 'delivered', 'shipped', 'delivered', 'delivered'], 3],
    [['in-progress', 'delivered', 'shipped'], 1],
    [['in-progress', 'shipped'], undefined],
    [[], undefined],
  ])('is said by the first of its last entries that say so: %j', (statuses, at) => {
    expect(deliveryOf('delivered', entries(...statuses))?.at).toBe(at);
    expect(deliveryOf('shipped', entries(...statuses))).toBeUndefined();
  });
});

describe('the latest change of status', () => {
  const created = { kind: 'created', status: 'in-progress', comment: 'Label created' } as const;
  const held = { kind: 'status', status: 'held', comment: 'Status changed to Held' } as const;
  const later = { kind: 'status', status: 'held', comment: 'Now: held' } as const;
  const location = { kind: 'location', status: 'held', comment: 'Status changed to Held' } as const;

  it('is known by its kind, whatever the comments say', () => {
    expect(findStatusChange('held', [created, held, later, location])).toBe(later);
    expect(findStatusChange('held', [created, held, location])).toBe(held);
  });

  it('is not there where the status never changed', () => {
    expect(findStatusChange('in-progress', [created, held])).toBeUndefined();
  });
});

describe('a list without activity', () => {
  it("says 'Processing...' and 'N/A'", () => {
    expect([NO_ACTIVITY, NO_ADDRESS]).toEqual(['Processing...', 'N/A']);
  });
});

it.each([
  ['2026-11-20T07:39:59.999Z', 0],
  ['2026-11-20T07:40:00.000Z', 3_600_000],
])('an entry received at %s is late by %d ms', (createdAt, late) => {
  expect(lateness({ occurredAt: '2026-11-20T06:40:00.000Z', createdAt })).toBe(late);
});
