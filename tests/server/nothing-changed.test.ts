/** Saving unchanged data writes no row and adds nothing to the history. */
import { expect, it } from 'vitest';
import { appointManager } from '../../server/people/appoint-manager.ts';
import type { ProcedureName } from '../support/contract.ts';
import { parcelInput, updateInput } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';
import { bankAccountInput } from './procedure-table.ts';

const server = await testServer();
const manager = await server.signInAs('manager');
const customer = await server.signInAs('customer');

/** Every version of every row that a person could have saved, and the history. */
async function traces(): Promise<unknown> {
  const tables = ['users', 'shipments', 'activities', 'transactions', 'bank_accounts', 'message_choices', 'mails'];
  const versions = tables.map((table) => `select '${table}' as name, xmin::text from ${table}`).join(' union all ');
  return server.query(`select name, xmin from (${versions}) as rows
    union all select 'history', count(*)::text from audit_entries order by 1, 2`);
}

const profile = {
  firstName: 'Ada',
  lastName: 'King',
  phone: '+44 20 7946 0000',
  dob: '1985-12-10',
  address: '1 St James Square',
  city: 'London',
  state: 'Greater London',
  nationality: 'United Kingdom',
};

const PROOF = { photo: 'required', signature: 'off', name: 'asked' };
const aParcel = async () => ({ id: (await server.parcel()).id });
const saving =
  (procedure: ProcedureName, input: object, as = manager) =>
  () =>
    server.call(procedure, input, { as });

it.each<[what: string, save: () => Promise<() => Promise<unknown>>]>([
  [
    'the information of a shipment',
    async () => {
      const { id } = (await server.call('shipmentAdmin.createShipment', parcelInput(), { as: manager })).data;
      const input = updateInput(id, { senderEmail: 'Sender.Of.This@Example.com' });
      return saving('shipmentAdmin.updateShipment', input);
    },
  ],
  [
    'the status of a shipment',
    async () => saving('shipmentAdmin.updateShipment', { ...(await aParcel()), status: 'held' }),
  ],
  ['what proves a delivery', async () => saving('shipmentAdmin.setProof', { ...(await aParcel()), proof: PROOF })],
  [
    'the roles of a person',
    async () => saving('userAdmin.setRoles', { id: (await server.person()).id, roles: ['courier', 'dispatcher'] }),
  ],
  ['a profile', async () => saving('user.updateProfile', profile, customer)],
  [
    'preferences',
    async () => saving('message.saveChoices', { choices: { mail: ['ready'], sms: [], push: [] } }, customer),
  ],
  [
    'a bank account',
    async () => saving('transactionAdmin.createBankAccount', { userId: customer.id, ...bankAccountInput() }),
  ],
  [
    'a transaction',
    async () => {
      const money = { amount: 100, summary: 'Opening', status: 'successful' };
      const { id } = (
        await server.call('transactionAdmin.addDeposit', { userId: customer.id, ...money }, { as: manager })
      ).data;
      return () => server.call('transactionAdmin.updateTransaction', { id, ...money, amount: 90 }, { as: manager });
    },
  ],
  [
    'who is a manager',
    async () => async () => {
      await server.inUnit((unit) => appointManager(unit, customer.email));
      return { outcome: 'ok' };
    },
  ],
])('%s, saved as it is, leaves no trace', async (_, prepare) => {
  const save = await prepare();
  const before = await traces();
  expect(await save()).toMatchObject({ outcome: 'ok' });
  const once = await traces();
  expect(once).not.toEqual(before);
  expect(await save()).toMatchObject({ outcome: 'ok' });
  expect(await traces()).toEqual(once);
});

it('a profile from before text was normalized leaves no trace where nobody edited it', async () => {
  const person = await server.signInAs('customer');
  const stored = { ...profile, lastName: 'Mun\u0303oz  King' };
  const { firstName, lastName } = stored;
  await server.query('update users set first_name = $2, last_name = $3 where id = $1', [
    person.id,
    firstName,
    lastName,
  ]);
  const save = (phone: string) =>
    server.call('user.updateProfile', { ...stored, phone, base: { lastName: stored.lastName } }, { as: person });
  expect(await save('+44 20 7946 0001')).toMatchObject({ outcome: 'ok' });
  const once = await traces();
  expect(await save('+44 20 7946 0001')).toMatchObject({ outcome: 'ok' });
  expect(await traces()).toEqual(once);
  const [kept] = await server.query('select last_name from users where id = $1', [person.id]);
  expect(kept).toEqual({ last_name: lastName });
});
