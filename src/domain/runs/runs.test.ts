import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DELIVERY_METHODS, FAILURE_REASONS, PROOF_RULES } from '../delivery.ts';
import { stopAddressKey } from '../places/group-stops.ts';
import { SHIPMENT_STATUSES } from '../shipment-status.ts';
import { effectOf, type FactContext, type FactOutcome, MAX_NEWS_AGE_MS } from './effects.ts';
import { canBeInRun } from './manage.ts';
import { missingProof, strictestProof } from './proof-policy.ts';
import { nextRunStatus, RUN_STATUSES } from './run-status.ts';
import { isGivenAway, isOpenTask, nextTaskStatus, TASK_ACTS, TASK_STATUSES } from './task-status.ts';

const situation: fc.Arbitrary<FactContext> = fc.record({
  occurredAt: fc.integer({ min: 0, max: 10 * MAX_NEWS_AGE_MS }),
  now: fc.constant(10 * MAX_NEWS_AGE_MS),
  task: fc.record({
    status: fc.constantFrom(...TASK_STATUSES),
    changedAt: fc.integer({ min: 0, max: 10 * MAX_NEWS_AGE_MS }),
    wasScanned: fc.boolean(),
  }),
  taskElsewhere: fc.option(
    fc.record({
      createdAt: fc.integer({ min: 0, max: 10 * MAX_NEWS_AGE_MS }),
      loadedAt: fc.option(fc.integer({ min: 0, max: 10 * MAX_NEWS_AGE_MS }), { nil: null }),
      isLaterDay: fc.boolean(),
      isSameCourier: fc.boolean(),
      isPlan: fc.boolean(),
    }),
    { nil: null },
  ),
  shipment: fc.record({ status: fc.constantFrom(...SHIPMENT_STATUSES), isDeleted: fc.boolean() }),
  isOvertaken: fc.boolean(),
  delivery: fc.option(fc.record({ isSameCourier: fc.boolean(), isRepeat: fc.boolean() }), { nil: null }),
  isRunStarted: fc.boolean(),
  hasRunEnded: fc.boolean(),
  statusBefore: fc.constantFrom(...SHIPMENT_STATUSES),
});

const outcome: fc.Arbitrary<FactOutcome> = fc.oneof(
  fc.record({ result: fc.constantFrom('loaded', 'started', 'left', 'returned', 'missing') }),
  fc.record({ result: fc.constant('delivered'), method: fc.constantFrom(...DELIVERY_METHODS) }),
  fc.record({
    result: fc.constant('failed'),
    reason: fc.constantFrom(...FAILURE_REASONS),
    correctsDelivery: fc.boolean(),
  }),
);

/** So many that the rare situations come up in each. */
const MANY = { numRuns: 2000 };

const always = (claim: (effect: ReturnType<typeof effectOf>, one: FactOutcome, now: FactContext) => void) =>
  fc.assert(
    fc.property(outcome, situation, (one, now) => claim(effectOf(one, now), one, now)),
    MANY,
  );

describe('what a fact does', () => {
  it('never lets a late fact undo a status that occurred later, except for a delivery', () => {
    always(({ status }, { result }, { isOvertaken }) => {
      if (result !== 'delivered' && isOvertaken) expect(status).toBeNull();
    });
  });

  it('always ends a delivered task as delivered, and its shipment too unless that was deleted', () => {
    fc.assert(
      fc.property(fc.constantFrom(...DELIVERY_METHODS), situation, (method, now) => {
        const effect = effectOf({ result: 'delivered', method }, now);
        expect(effect.task).toBe('delivered');
        expect(effect.closesTaskElsewhere).toBe(now.taskElsewhere !== null);
        if (!now.shipment.isDeleted) expect(effect.status ?? now.shipment.status).toBe('delivered');
        else expect(effect.exceptions).toContain('deleted-but-delivered');
        expect(effect.exceptions.includes('rescheduled')).toBe(now.taskElsewhere?.isLaterDay ?? false);
      }),
    );
  });

  it('sends no news that has been overtaken or is older than two hours, except of a delivery', () => {
    always(({ news }, one, now) => {
      if (one.result === 'delivered' || news === null) return;
      expect(now.isOvertaken).toBe(false);
      if (news !== 'correction') expect(now.now - now.occurredAt).toBeLessThanOrEqual(MAX_NEWS_AGE_MS);
    });
  });

  it('never takes an end away from a shipment, except by correcting the delivery that counts', () => {
    always(({ status }, one, now) => {
      const hasEnded = ['delivered', 'cancelled', 'failed'].includes(now.shipment.status);
      if (!hasEnded || status === null || one.result === 'delivered') return;
      expect(one).toMatchObject({ result: 'failed', correctsDelivery: true });
      expect(now.delivery).toBeNull();
    });
  });

  it('never opens the task of a shipment that the desk has deleted or cancelled, or says is delivered', () => {
    const correction = { result: 'failed', reason: 'carrier_sorting_error', correctsDelivery: true } as const;
    fc.assert(
      fc.property(situation, (now) => {
        const { task, status } = effectOf(correction, { ...now, task: { ...now.task, status: 'delivered' } });
        const isUnwanted = now.shipment.isDeleted || !canBeInRun({ status: status ?? now.shipment.status });
        if (isUnwanted) expect(isOpenTask(task)).toBe(false);
        // The parcel is still in the van.
        if (isUnwanted && !now.delivery && !now.taskElsewhere) expect(task).toBe('cancelled');
      }),
    );
  });

  it('opens a task only after the open one elsewhere has closed', () => {
    always((effect, _, now) => {
      if (now.taskElsewhere !== null && isOpenTask(now.task.status)) return; // cannot happen: one open task per shipment
      expect(isOpenTask(effect.task) && now.taskElsewhere !== null && !effect.closesTaskElsewhere).toBe(false);
    });
  });

  it('of one courier only never says that two scanned a parcel', () => {
    always(({ exceptions }, { result }, now) => {
      if (result === 'loaded' && now.taskElsewhere?.isSameCourier) expect(exceptions).not.toContain('loaded-twice');
    });
  });

  it('writes nothing into the history when a second phone reports what is so already', () => {
    const already = [
      { result: 'loaded', task: 'loaded', status: 'delivery' },
      { result: 'loaded', task: 'delivered', status: 'delivered' },
      { result: 'started', task: 'loaded', status: 'delivery' },
      { result: 'returned', task: 'returned', status: 'held' },
      { result: 'delivered', method: 'mailbox', task: 'delivered', status: 'delivered' },
    ] as const;
    fc.assert(
      fc.property(fc.constantFrom(...already), situation, ({ task, status, ...one }, now) => {
        const so: FactContext = {
          ...now,
          task: { ...now.task, status: task, wasScanned: true },
          taskElsewhere: null,
          shipment: { status, isDeleted: one.result !== 'delivered' && now.shipment.isDeleted },
          delivery: one.result === 'delivered' ? { isSameCourier: true, isRepeat: true } : now.delivery,
          isRunStarted: true,
          hasRunEnded: false,
        };
        const endsSearchAs = one.result === 'delivered' || one.result === 'returned' ? one.result : null;
        const nothing = { closesTaskElsewhere: false, status: null, entry: null, news: null, exceptions: [] };
        expect(effectOf(one, so)).toEqual({ task, ...nothing, endsSearchAs });
      }),
    );
  });

  it('finds a parcel that is delivered or back, also if it was missing, and no other', () => {
    always(({ endsSearchAs, task, closesTaskElsewhere }, { result }) => {
      const isBack = result === 'returned' && (task === 'returned' || closesTaskElsewhere);
      expect(endsSearchAs).toBe(result === 'delivered' || isBack ? result : null);
    });
  });

  it('of a return closes only a task of the same courier, and no plan of the desk', () => {
    always(({ closesTaskElsewhere }, { result }, { taskElsewhere, occurredAt }) => {
      if (result !== 'returned') return;
      const canHave = taskElsewhere?.isSameCourier && !taskElsewhere.isPlan && !taskElsewhere.isLaterDay;
      const isLater = occurredAt > (taskElsewhere?.loadedAt ?? taskElsewhere?.createdAt ?? 0);
      expect(closesTaskElsewhere).toBe(Boolean(canHave && isLater));
    });
  });

  it('of a run that has ended leaves no task open, and takes no parcel that is neither delivered nor back', () => {
    always(({ task, closesTaskElsewhere }, { result }, { hasRunEnded }) => {
      if (!hasRunEnded) return;
      expect(isOpenTask(task)).toBe(false);
      if (result !== 'delivered' && result !== 'returned') expect(closesTaskElsewhere).toBe(false);
    });
  });

  it('changes nothing about a shipment whose parcel could not be delivered', () => {
    always(({ task, status, closesTaskElsewhere }, one, now) => {
      if (one.result !== 'failed' || one.correctsDelivery) return;
      if (now.hasRunEnded && isOpenTask(now.task.status)) return; // cannot happen: they were closed with the run
      expect([task, status, closesTaskElsewhere]).toEqual([now.task.status, null, false]);
    });
  });
});

describe('a task', () => {
  it('can be delivered in every status, and nothing but a correction leads out of that', () => {
    for (const status of TASK_STATUSES) expect(nextTaskStatus(status, 'deliver')).toBe('delivered');
    for (const act of TASK_ACTS) {
      expect(nextTaskStatus('delivered', act)).toBe(act === 'reopen' ? 'loaded' : 'delivered');
    }
  });

  it('is no longer to be delivered by its courier once the desk has moved or cancelled it', () => {
    expect(TASK_STATUSES.filter(isGivenAway)).toEqual(['moved', 'cancelled']);
  });

  it('stays where it is after a failed try, and is never assigned again', () => {
    fc.assert(
      fc.property(fc.constantFrom(...TASK_STATUSES), fc.array(fc.constantFrom(...TASK_ACTS)), (start, acts) => {
        expect(nextTaskStatus(start, 'fail')).toBe(start);
        const end = acts.reduce(nextTaskStatus, start);
        if (start !== 'assigned') expect(end).not.toBe('assigned');
      }),
    );
  });
});

describe('a run', () => {
  it('ends once, and never begins again', () => {
    for (const act of ['release', 'start', 'close', 'cancel'] as const) {
      expect(nextRunStatus('closed', act)).toBeNull();
      expect(nextRunStatus('cancelled', act)).toBeNull();
      for (const status of RUN_STATUSES) expect(nextRunStatus(status, act)).not.toBe('planned');
    }
    expect(nextRunStatus('active', 'cancel')).toBeNull();
  });
});

describe('the key of a door', () => {
  it('ignores case, spaces, punctuation and how a phone number is written', () => {
    const one = stopAddressKey({ shipTo: 'Linnégatan 8,  413 04 Gothenburg', phone: '+46 31 555 0192' });
    expect(stopAddressKey({ shipTo: 'LINNÉGATAN 8 413 04 GOTHENBURG ', phone: '+46-31-5550192' })).toBe(one);
    expect(stopAddressKey({ shipTo: 'Linnégatan 9, 413 04 Gothenburg', phone: '+46 31 555 0192' })).not.toBe(one);
    expect(stopAddressKey({ shipTo: 'Linnégatan 8, 413 04 Gothenburg', phone: '+46 31 555 0193' })).not.toBe(one);
  });

  it('is the same for every way of spacing and casing', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z0-9]{1,8}$/), { minLength: 1, maxLength: 6 }), (words) => {
        const plain = stopAddressKey({ shipTo: words.join(' '), phone: '123' });
        expect(stopAddressKey({ shipTo: ` ${words.join(',  ').toUpperCase()}. `, phone: '1 2-3' })).toBe(plain);
      }),
    );
  });
});

describe('the policy of proofs', () => {
  it('lets a broken camera stand in for a photo, and for nothing else', () => {
    const all = { photo: 'required', signature: 'required', name: 'required' } as const;
    const nothing = { photos: 0, signatures: 0, hasName: false, cameraFailed: false };
    expect(missingProof(all, nothing)).toEqual(['photo', 'signature', 'name']);
    expect(missingProof(all, { ...nothing, cameraFailed: true })).toEqual(['signature', 'name']);
    expect(missingProof({ photo: 'asked', signature: 'off', name: 'asked' }, nothing)).toEqual([]);
  });

  it('takes the strictest rule of parcels that are delivered together', () => {
    const rule = fc.constantFrom(...PROOF_RULES);
    const policy = fc.record({ photo: rule, signature: rule, name: rule });
    fc.assert(
      fc.property(fc.array(policy, { minLength: 1 }), (policies) => {
        const strictest = strictestProof(policies);
        for (const key of ['photo', 'signature', 'name'] as const) {
          const places = policies.map((each) => PROOF_RULES.indexOf(each[key]));
          expect(PROOF_RULES.indexOf(strictest[key])).toBe(Math.min(...places));
        }
      }),
    );
  });
});
