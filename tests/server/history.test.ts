import { describe, expect, it } from 'vitest';
import { insertAuditEntries } from '../../server/context/unit-of-work.ts';
import { auditSentence } from '../../src/domain/audit.ts';
import { parcelInput } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';
import { bankAccountInput, withdrawalInput } from './procedure-table.ts';

const server = await testServer();
const manager = await server.signInAs('manager', { firstName: 'Grace', lastName: 'Hopper' });
const as = manager;

const history = async (audited: object, page: object = { page: 1 }) =>
  (await server.call('auditAdmin.getEntries', { ...audited, page }, { as })).data;
const sentences = async (audited: object) => (await history(audited)).data.map(auditSentence);

describe('the history of a shipment', () => {
  it('lists who did what, before and after, newest first, even after deletion', async () => {
    const { id } = (await server.call('shipmentAdmin.createShipment', parcelInput(), { as })).data;
    await server.call('shipmentAdmin.updateShipment', { id, status: 'held' }, { as });
    await server.call('shipmentAdmin.updateShipmentActivity', { id, comment: 'Waiting', address: 'Hall 4' }, { as });
    await server.call('shipmentAdmin.deleteShipment', { id }, { as });
    expect(await sentences({ shipmentId: id })).toEqual([
      'Grace Hopper deleted the shipment',
      'Grace Hopper added a location',
      'Grace Hopper changed the status of the shipment',
      'Grace Hopper created the shipment',
    ]);
    const { data, total } = await history({ shipmentId: id });
    expect(total).toBe(4);
    const change = { before: { status: 'in-progress' }, after: { status: 'held' } };
    expect(data[2]).toMatchObject({ actor: { id: manager.id, name: 'Grace Hopper' }, entityId: id, ...change });
  });

  it('is paged by ten, and empty for an unknown shipment', async () => {
    const { id } = await server.parcel();
    for (let index = 0; index < 11; index += 1)
      await server.call('shipmentAdmin.updateShipmentActivity', { id, comment: `Stop ${index}`, address: '' }, { as });
    const comments = async (page: object) =>
      (await history({ shipmentId: id }, page)).data.map(({ after }) => after?.comment);
    expect(await comments({ page: 1 })).toEqual(Array.from({ length: 10 }, (_, index) => `Stop ${10 - index}`));
    expect(await comments({ page: 2 })).toEqual(['Stop 0', undefined]);
    expect(await comments({})).toHaveLength(5);
    const second = await history({ shipmentId: id }, { page: 2 });
    expect(second).toMatchObject({ total: 12, pagination: { prev: 1, next: null } });
    expect(await history({ shipmentId: '01939f2e-8a6c-7c3e-9d53-0f6a1b2c3d4e' })).toMatchObject({ data: [], total: 0 });
  });
});

describe('the history of deleted records', () => {
  const find = async (search: string) => (await server.call('auditAdmin.findDeleted', { search }, { as })).data;

  it('is found by the tracking ID or the ID of a shipment, once it is deleted', async () => {
    const { id, trackingId } = await server.parcel();
    expect(await find(trackingId)).toEqual([]);
    await server.call('shipmentAdmin.deleteShipment', { id }, { as });
    const deleted = [{ entity: 'shipment', id, trackingId, deletedAt: expect.stringMatching(/Z$/) }];
    expect(await find(trackingId.toLowerCase().replace(/(.{4})/g, '$1 '))).toEqual(deleted);
    expect(await find(id)).toEqual(deleted);
    expect(await find(trackingId.slice(0, -1))).toEqual([]);
  });

  it('is found by the address or the ID of a person, and nothing else of them is kept', async () => {
    const email = 'canary.of.the.deleted@example.com';
    const { id } = await server.person({ email });
    expect(await find(email)).toEqual([]);
    await server.call('userAdmin.deleteUser', { id }, { as });
    const deleted = [{ entity: 'user', id, trackingId: null, deletedAt: expect.stringMatching(/Z$/) }];
    expect(await find('Canary.of.the.Deleted@example.com')).toEqual(deleted);
    expect(await find(id)).toEqual(deleted);
    expect(await find('canary.of.the.deleted')).toEqual([]);
    const [row] = await server.query<{ words: string }>('select users::text as words from users where id = $1', [id]);
    expect(row?.words).not.toContain('canary');
  });
});

describe('the history of a user', () => {
  it('has only what was done to them and to their money', async () => {
    const person = await server.signInAs('customer', { firstName: 'Ada', lastName: 'King' });
    const other = await server.person();
    const parcel = await server.parcel({ senderEmail: person.email });
    const money = { amount: 100, summary: 'Opening', status: 'successful' };
    await server.call('transactionAdmin.addDeposit', { userId: other.id, ...money }, { as });
    const deposit = await server.call('transactionAdmin.addDeposit', { userId: person.id, ...money }, { as });
    await server.call('transaction.withdraw', withdrawalInput(), { as: person });
    const bill = { userId: person.id, amount: 5, summary: 'Duty', trackingId: parcel.trackingId };
    await server.call('billAdmin.addBill', bill, { as });
    const bank = { accountName: 'Ada', bankName: 'Harbour', accountNumber: '1', routingNumber: '2' };
    await server.call('transactionAdmin.createBankAccount', { userId: person.id, ...bank }, { as });
    const changed = { id: deposit.data.id, amount: 90, summary: 'Opening', status: 'successful' };
    await server.call('transactionAdmin.updateTransaction', changed, { as });
    expect(await sentences({ userId: person.id })).toEqual([
      'Grace Hopper changed the amount of the transaction “Opening”',
      'Grace Hopper created the bank account',
      'Grace Hopper created a bill',
      'Ada King requested a withdrawal',
      'Grace Hopper added a deposit',
    ]);
  });

  it('does not name a manager who has since been deleted', async () => {
    const gone = await server.signInAs('manager', { firstName: 'Canary', lastName: 'Manager' });
    const person = await server.person({ verified: false });
    await server.call('userAdmin.verifyUser', { id: person.id }, { as: gone });
    await server.call('userAdmin.deleteUser', { id: gone.id }, { as });
    expect(await sentences({ userId: person.id })).toEqual(['A deleted user verified the email']);
    expect(await sentences({ userId: gone.id })).toEqual(['Grace Hopper deleted the user']);
  });
});

describe('the history of the general bank account', () => {
  it("lists who created, changed and deleted it, and nothing about people's accounts", async () => {
    const person = await server.person();
    const fields = bankAccountInput('Everybody');
    await server.call('transactionAdmin.createBankAccount', { userId: person.id, ...fields }, { as });
    const { id } = (await server.call('transactionAdmin.createFallbackBankAccount', fields, { as })).data;
    await server.call('transactionAdmin.updateBankAccount', { id, ...fields, bankName: 'Other Bank' }, { as });
    await server.call('transactionAdmin.deleteBankAccount', { id }, { as });
    expect(await sentences({ account: 'general' })).toEqual([
      'Grace Hopper deleted the bank account',
      'Grace Hopper changed the bank name of the bank account',
      'Grace Hopper created the bank account',
    ]);
  });
});

describe('the history of settings', () => {
  it('has who saved which setting, for managers alone', async () => {
    await server.call('settings.save', { changes: [{ key: 'SITE_PHONE', value: '+46 31 555 0100' }] }, { as });
    const { data } = await server.call('auditAdmin.getEntries', { brand: 'settings', page: {} }, { as });
    expect(data.data).toMatchObject([
      { entity: 'setting', before: { SITE_PHONE: null }, after: { SITE_PHONE: '+46 31 555 0100' } },
    ]);
    const accountant = await server.signedIn({ roles: ['accountant'] });
    const asked = await server.call('auditAdmin.getEntries', { brand: 'settings', page: {} }, { as: accountant });
    expect(asked.outcome).toBe('FORBIDDEN');
  });
});

describe('secrets in the trail', () => {
  it('are masked, and postcodes are none', async () => {
    await server.call('rateAdmin.save', { maxGrams: 900, country: 'SE', postcode: '41', fee: 5 }, { as });
    const [rate] = await server.query<{ after: object }>(`select after from audit_entries where entity = 'rate'`);
    expect(rate?.after).toMatchObject({ postcode: '41' });
    const secrets = {
      url: 'https://a.example/s3cret',
      accessCode: 's3cret',
      tokenHash: 's3cret',
      newPassword: 's3cret',
    };
    await insertAuditEntries(server.services.db, [
      { entity: 'user', entityId: manager.id, after: secrets, actorId: null, procedure: 'x', requestId: 'x' },
    ]);
    const [user] = await server.query<{ after: object }>(`select after from audit_entries where procedure = 'x'`);
    expect(Object.values(user?.after ?? {})).toEqual(['•••', '•••', '•••', '•••']);
  });
});
