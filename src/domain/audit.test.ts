import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { AuditEntriesSchema, type AuditEntry, auditChanges, auditSentence } from './audit.ts';

const entry = (details: Partial<AuditEntry>): AuditEntry => ({
  id: '1',
  createdAt: '2026-11-20T06:40:00.000Z',
  actor: { id: '2', name: 'Grace Hopper' },
  procedure: 'shipmentAdmin.updateShipment',
  entity: 'shipment',
  entityId: '3',
  before: null,
  after: null,
  ...details,
});

const ofRun = (act: string) => ({ entity: 'run' as const, procedure: `runAdmin.${act}` });
const ofShipment = (act: string) => ({ procedure: `shipmentAdmin.${act}` });
const noFactors = { before: { passkeys: 1, authenticatorApps: 0 }, after: { passkeys: 0, authenticatorApps: 0 } };
const ofUser = (procedure: string) => ({ entity: 'user' as const, procedure });

describe('the sentence of an entry', () => {
  it.each<[string, Partial<AuditEntry>]>([
    ['Grace Hopper created the shipment', { ...ofShipment('createShipment'), after: { weight: '1 kg' } }],
    ['Grace Hopper deleted the shipment', { ...ofShipment('deleteShipment'), before: { weight: '1 kg' } }],
    ['Grace Hopper changed the weight of the shipment', { procedure: 'x', after: { weight: '1 kg' } }],
    ['Grace Hopper changed the weight of the shipment', { procedure: 'x', before: { weight: '1 kg' } }],
    ['Grace Hopper set the place of the shipment', { after: { place: 'given' } }],
    [
      'Grace Hopper added the shipment to a run',
      { procedure: 'runAdmin.createMany', after: { run: 'Centre', day: '2026-11-20' } },
    ],
    ['Grace Hopper took back a location', { procedure: 'bulk.undo', before: { comment: '', address: 'Porto' } }],
    [
      'Grace Hopper replaced the secret of a webhook',
      { ...ofUser('webhook.rotateSecret'), after: { webhook: 'shop.example.com', newSecret: true } },
    ],
    ['The server removed the passkeys and codes', { ...ofUser('npm run manager'), actor: null, ...noFactors }],
    ['Grace Hopper changed the shipment', { before: { weight: '1 kg', fee: 1 }, after: { weight: '2 kg', fee: 2 } }],
    ['Grace Hopper changed the status of the shipment', { before: { status: 'held' }, after: { status: 'shipped' } }],
    ['Grace Hopper added a location', { after: { comment: '', address: 'Porto' } }],
    [
      'Grace Hopper asked to delete the account',
      { ...ofUser('ownAccount.requestDeletion'), after: { eraseOn: '2026-12-20' } },
    ],
    [
      'The owner of the email address locked everyone out with the link in an email',
      { ...ofUser('auth.secureAccount'), actor: null, before: { sessions: 2 }, after: { sessions: 0 } },
    ],
    ['Grace Hopper deleted a bill', { procedure: 'billAdmin.deleteBill', entity: 'bill', before: { summary: 'Duty' } }],
    ['Grace Hopper charged a fee', { procedure: 'transactionAdmin.chargeFee', entity: 'transaction', after: {} }],
    [
      'Grace Hopper changed the status of the transaction “To my bank”',
      {
        procedure: 'transactionAdmin.updateTransaction',
        entity: 'transaction',
        before: { status: 'pending', summary: 'To my bank' },
        after: { status: 'failed', summary: 'To my bank' },
      },
    ],
    [
      'Grace Hopper created the bank account',
      { procedure: 'transactionAdmin.createBankAccount', entity: 'bank-account', after: {} },
    ],
    [
      'Grace Hopper unlinked the shipment from a deleted account',
      { procedure: 'userAdmin.deleteUser', before: { senderId: '4' }, after: { senderId: null } },
    ],
    ['Grace Hopper deleted the user', { ...ofUser('userAdmin.deleteUser'), before: { verified: true } }],
    ['A deleted user ended all sessions', { ...ofUser('userAdmin.endSessions'), actor: { id: '2', name: '' } }],
    [
      'The owner of the email address verified the email',
      { ...ofUser('auth.verify'), actor: null, before: { verified: false }, after: { verified: true } },
    ],
    ['The server made the user a manager', { ...ofUser('x'), actor: null, after: { header: true } }],
    ['Grace Hopper created the run', { ...ofRun('create'), after: { name: 'Centre', shipments: 6 } }],
    ['Grace Hopper added shipments to the run', { ...ofRun('add'), after: { shipments: 2 } }],
    [
      'Grace Hopper changed the order of the stops of the run',
      { ...ofRun('reorder'), before: { stopIds: ['1', '2'] }, after: { stopIds: ['2', '1'] } },
    ],
    [
      'Grace Hopper released the run',
      { ...ofRun('release'), before: { status: 'planned' }, after: { status: 'released' } },
    ],
    ['Grace Hopper moved shipments out of the run', { ...ofRun('move'), after: { shipments: 2, toCourier: 'Bo' } }],
    ['Grace Hopper moved shipments out of the run', { ...ofRun('move'), before: { shipments: 2 } }],
    [
      'Grace Hopper added shipments to the run',
      { entity: 'run', procedure: 'deskAdmin.scan', after: { shipments: 1 } },
    ],
    ['Grace Hopper moved shipments into the run', { ...ofRun('move'), after: { shipments: 2, fromCourier: 'Bo' } }],
    ['Grace Hopper started the run', { entity: 'run', procedure: 'courier.start', after: { status: 'active' } }],
    [
      'Grace Hopper made the run active',
      { ...ofRun('close'), before: { status: 'released' }, after: { status: 'active' } },
    ],
    ['Grace Hopper resolved an exception of the run', { ...ofRun('resolve'), after: { exception: 'resolved' } }],
    [
      'Grace Hopper changed the city of the user',
      { ...ofUser('x'), before: { city: 'Maia' }, after: { city: 'Porto' } },
    ],
  ])('is %j', (sentence, details) => {
    expect(auditSentence(entry(details))).toBe(sentence);
  });
});

describe('the changes of an entry', () => {
  it('have ship and delivery dates by the brand’s clock', () => {
    const [before, after] = [{ shipDate: '2026-11-20T05:00:00.000Z' }, { shipDate: '2026-11-21T04:59:00.000Z' }];
    expect(auditChanges(entry({ before, after }), { timeZone: 'America/New_York', currency: 'USD' })).toEqual([
      { label: 'Ship date', before: 'Friday 20/11/2026 - 12:00 AM', after: 'Friday 20/11/2026 - 11:59 PM' },
    ]);
  });

  it('are those that differ, each with its name and its values in words', () => {
    const kept = { id: '9', weight: '1 kg' };
    const before = {
      ...kept,
      statusVersion: 1,
      createdAt: '2026-01-01T00:00:00.000Z',
      status: 'in-progress',
      feeCents: '21250',
      deliveryDate: null,
      verified: false,
      senderId: null,
      images: ['one'],
      sessions: 2,
    };
    const after = {
      ...kept,
      statusVersion: 2,
      createdAt: '2026-01-02T00:00:00.000Z',
      status: 'delivered',
      feeCents: '150',
      deliveryDate: '2026-11-27T09:00:00.000Z',
      verified: true,
      senderId: '01939f2e',
      images: ['one', 'two'],
      day: '2026-11-21',
      sessions: 0,
    };
    expect(auditChanges(entry({ before, after }))).toEqual([
      { label: 'Day', before: null, after: 'Saturday 21 November 2026' },
      { label: 'Delivery date', before: null, after: 'Friday 27/11/2026 - 09:00 AM' },
      { label: 'Email verified', before: 'No', after: 'Yes' },
      { label: 'Fee', before: '$212.50', after: '$1.50' },
      { label: 'Images', before: '1', after: '2' },
      { label: 'Sender account', before: null, after: 'Linked' },
      { label: 'Sessions', before: '2', after: '0' },
      { label: 'Status', before: 'In progress', after: 'Delivered' },
    ]);
  });

  it('leave out what is masked on both sides, and what was empty and stays so', () => {
    const before = { bankCode: '•••', senderCountry: '' };
    expect(auditChanges(entry({ before, after: { bankCode: '•••', senderCountry: null } }))).toEqual([]);
  });

  it('are one side only of what was created or deleted', () => {
    const payout = { bankName: 'Harbour', bankCode: '•••', iban: '' };
    expect(auditChanges(entry({ after: { phone: '+1', payout, state: '' } }))).toEqual([
      { label: 'Payout', before: null, after: 'Bank name: Harbour, Bank code: •••, IBAN: N/A' },
      { label: 'Phone number', before: null, after: '+1' },
    ]);
    expect(auditChanges(entry({ before: { header: false } }))).toEqual([{ label: 'Admin', before: 'No', after: null }]);
  });
});

describe('a question for a history', () => {
  const id = '01939f2e-8a6c-7c3e-9d53-0f6a1b2c3d4e';
  it.each([
    [true, { shipmentId: id, page: {} }],
    [true, { userId: id, page: { page: 2 } }],
    [false, { userId: id, shipmentId: id, page: {} }],
    [false, { userId: id }],
    [false, { userId: id, page: { page: 0 } }],
    [false, { userId: id, page: { q: 'x' } }],
    [false, { userId: 'x', page: {} }],
  ])('is %s of %j', (isGood, input) => {
    expect(v.is(AuditEntriesSchema, input)).toBe(isGood);
  });
});
