import { expect, it } from 'vitest';
import { PROOF_KINDS } from '../delivery.ts';
import { effectOf, type FactContext } from './effects.ts';
import { EXCEPTION_KINDS, exceptionText } from './exceptions.ts';

it('has a different text for every kind', () => {
  const titles = EXCEPTION_KINDS.map((kind) => exceptionText(kind).title);
  expect(new Set(titles).size).toBe(EXCEPTION_KINDS.length);
});

it.each(['kind-of-a-newer-server', 'constructor'])('has a plain sentence for a kind it does not know: %s', (kind) => {
  expect(exceptionText(kind)).toEqual({
    title: 'A new kind of exception.',
    advice: 'Reload the app: this version is too old to say what happened.',
  });
});

it('may be about any kind of picture that was not received', () => {
  const { title } = exceptionText('photo-not-received');
  for (const kind of PROOF_KINDS) expect(title).toContain(kind);
});

it('does not say that two couriers scanned a parcel, as it may have been one', () => {
  const situation: FactContext = {
    occurredAt: 1,
    now: 3,
    task: { status: 'moved', changedAt: 2, wasScanned: false },
    taskElsewhere: null,
    shipment: { status: 'in-progress', isDeleted: false },
    isOvertaken: false,
    delivery: null,
    isRunStarted: false,
    hasRunEnded: false,
    statusBefore: 'in-progress',
  };
  const [kind = ''] = effectOf({ result: 'loaded' }, situation).exceptions;
  expect(exceptionText(kind).title).toBe('A courier scanned this parcel, but it was moved out of their run.');
});
