import { expect, it } from 'vitest';
import { location } from '../../../../tests/support/fake-outbox.ts';
import type { OutboxRow } from '../../../outbox/outbox-row.ts';
import { countUnsent, unsentLabels } from './unsent.ts';

const row = (procedure: string, state: string, stopId?: string) =>
  ({ ...location(), procedure, state, input: stopId ? { stopId } : { runId: 'run' } }) as unknown as OutboxRow;

const rejected = row('courier.visit', 'review', 'first');
const itsPhoto = {
  ...row('courier.proof', 'waiting', 'first'),
  input: { stopId: 'first', visitId: rejected.opId },
} as OutboxRow;
const start = row('courier.start', 'waiting');

it('tells what will be sent from what the server has rejected, and leaves a manager’s drafts out', () => {
  const draft = row('shipmentAdmin.createShipment', 'draft');
  expect(countUnsent({ own: [draft], unreadable: [] })).toEqual({ waiting: 0, rejected: 0 });
  const newer = { sequence: 9, state: 'unreadable', opId: 'id', userId: 'ines', needsUpdate: true } as const;
  expect(countUnsent({ own: [start, rejected, itsPhoto, draft], unreadable: [newer] })).toEqual({
    waiting: 2,
    rejected: 1,
  });
});

it('counts a delivery with its pictures once, until the last of them is sent', () => {
  const visit = row('courier.visit', 'waiting', 'first');
  const pictureOf = () => ({ ...location(), procedure: 'courier.proof', input: { visitId: visit.opId } });
  const pictures = [pictureOf(), pictureOf()] as unknown as OutboxRow[];
  expect(countUnsent({ own: [visit, ...pictures], unreadable: [] })).toEqual({ waiting: 1, rejected: 0 });
  expect(countUnsent({ own: pictures, unreadable: [] })).toEqual({ waiting: 1, rejected: 0 });
});

it('names the stop of a rejected visit so, although its photo is still tried', () => {
  const other = row('courier.visit', 'waiting', 'second');
  for (const own of [
    [start, rejected, itsPhoto, other],
    [other, itsPhoto, rejected],
  ]) {
    expect([...unsentLabels(own)].toSorted()).toEqual([
      ['first', 'Rejected: see the outbox'],
      ['second', 'Not sent yet'],
    ]);
  }
});
