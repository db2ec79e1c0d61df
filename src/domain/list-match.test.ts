import { describe, expect, test } from 'vitest';
import { matchesMail, matchesShipment, matchesUser } from './list-match.ts';
import type { LoggedMail } from './mail.ts';

const parcel = {
  id: '1',
  trackingId: 'W48207K159XQ',
  description: 'Ceramic kiln parts, 2 cartons',
  status: 'held' as const,
  createdAt: '2026-11-16T23:59:00.000Z',
  latestActivity: null,
  reference: 'SO-4711/b',
  senderName: 'Tomás Pereira',
  receiverName: 'Elin Strand',
  printed: false,
};

describe('a shipment is found', () => {
  test.each([
    ['by nothing at all', {}],
    ['by a fragment of its description', { q: 'ILN par' }],
    ['by its reference', { q: 'so-47' }],
    ['by a name', { q: 'pereira' }],
    ['by letters with accents', { q: 'TOMA\u0301S' }],
    ['by letters without their accents', { q: 'tomas' }],
    ['by letters of another width', { q: '\uff34omas' }],
    ['by its tracking ID in groups', { q: 'w482 07k1' }],
    ['by its tracking ID with an O for a zero', { q: '482o7' }],
    ['by the first letters of a word', { q: 'ki' }],
    ['by its status', { status: 'held' as const }],
    ['by its label, which is not printed', { printed: 'no' as const }],
    ['by its arrival', { arrival: 'arrived' as const }],
    ['by its tracking ID on the label of its third parcel', { q: 'w48207k159xq-3' }],
    ['by its day', { from: '2026-11-16', to: '2026-11-16' }],
    ['by its day in Stockholm', { from: '2026-11-17', to: '2026-11-17', zone: 'Europe/Stockholm' }],
    ['by all of them', { q: 'strand', status: 'held' as const, from: '2026-11-01' }],
  ])('%s', (_how, search) => expect(matchesShipment(parcel, search)).toBe(true));

  test.each([
    ['a text it does not have', { q: 'piano' }],
    ['two letters within a word', { q: 'il' }],
    ['signs alone', { q: '%,' }],
    ['another status', { status: 'shipped' as const }],
    ['a later day', { from: '2026-11-17' }],
    ['an earlier day', { to: '2026-11-15' }],
  ])('but not by %s', (_how, search) => expect(matchesShipment(parcel, search)).toBe(false));
});

test('a printed shipment, or one of which the device doesn’t know, is not found as not printed', () => {
  const { printed: _, ...unknown } = parcel;
  for (const row of [unknown, { ...parcel, printed: true }])
    expect(matchesShipment(row, { printed: 'no' })).toBe(false);
});

test('a customer’s shipment, whose list has no names, is found by what it has', () => {
  const { senderName: _, receiverName: __, ...own } = parcel;
  expect(matchesShipment(own, { q: 'kiln' })).toBe(true);
  expect(matchesShipment(own, { q: 'pereira' })).toBe(false);
});

const person = {
  id: '1',
  firstName: 'Ada',
  lastName: 'Weber',
  email: 'ada@weber.example',
  verified: true,
  header: false,
  courier: false,
  createdAt: '',
};

describe('a delivered shipment is found by the day of', () => {
  const latestActivity = { comment: '', address: '', occurredAt: '2026-11-20T10:00:00.000Z' };
  const delivered = { ...parcel, status: 'delivered' as const, latestActivity };
  const on = (day: string) => ({ from: day, to: day });
  test.each(['changed', 'delivered'] as const)('%s', (days) => {
    expect(matchesShipment(delivered, { ...on('2026-11-20'), days })).toBe(true);
    expect(matchesShipment(delivered, { ...on('2026-11-16'), days })).toBe(false);
    expect(matchesShipment({ ...delivered, status: 'held' }, { ...on('2026-11-20'), days })).toBe(days === 'changed');
  });
});

test('a person is found by the whole name and by the address', () => {
  for (const search of [{}, { q: 'da we' }, { q: 'WEBER.EX' }]) expect(matchesUser(person, search)).toBe(true);
  expect(matchesUser(person, { q: 'grace' })).toBe(false);
  expect(matchesUser({ ...person, lastName: 'O’Brien-Łódź' }, { q: "o'brien‑lodz" })).toBe(true);
});

test('a mail is found by its state, by its address and by a manager’s subject', () => {
  const mail = { state: 'failed', receiver: 'ada@weber.example', subject: null } as LoggedMail;
  const about = { ...mail, subject: 'Your kiln' };
  const found = [{}, { state: 'failed' as const }, { q: 'WEBER.ex' }].map((search) => matchesMail(mail, search));
  expect(found).toEqual([true, true, true]);
  expect([matchesMail(mail, { state: 'sent' }), matchesMail(mail, { q: 'kiln' })]).toEqual([false, false]);
  expect(matchesMail(about, { q: 'kiln', state: 'failed' })).toBe(true);
  expect(matchesMail(about, { q: 'kiln', state: 'sent' })).toBe(false);
});
