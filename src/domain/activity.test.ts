import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { AddActivitySchema, deliveryOf, findStatusChange, lateness, NO_ACTIVITY, NO_ADDRESS } from './activity.ts';
import type { ShipmentStatus } from './shipment-status.ts';

const id = '01939f2e-8a6c-7c3e-9d53-0f6a1b2c3d4e';

describe('adding a location', () => {
  it.each([
    ['Malmö terminal', ''],
    [' Malmö ', ' Handed over '],
  ])('needs an address or a comment: %j and %j will do', (address, comment) => {
    const added = { id, address, comment, occurredAt: '2026-11-20T06:40:00.000Z' };
    const trimmed = { address: address.trim(), comment: comment.trim() };
    expect(v.parse(AddActivitySchema, added)).toEqual({ ...added, ...trimmed });
  });

  it('says at the comment that both are empty', () => {
    const { issues } = v.safeParse(AddActivitySchema, { id, address: ' ', comment: '\n\t' });
    const [issue] = issues ?? [];
    expect([issue && v.getDotPath(issue), issue?.message]).toEqual(['comment', 'Enter an address or a comment.']);
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
