import { describe, expect, it } from 'vitest';
import { setRoles } from '../../server/people/set-roles.ts';
import { auditSentence } from '../../src/domain/audit.ts';
import { filePaths } from '../../src/domain/file-paths.ts';
import { imageUploadPath } from '../../src/domain/image.ts';
import { type RestrictedCall, ROLES_OF_CALLS, type Role } from '../../src/domain/roles.ts';
import { contract, procedureNames as names, type ProcedureName } from '../support/contract.ts';
import { lockRow } from '../support/row-locks.ts';
import { checkFile } from '../support/send-file.ts';
import { shipmentFile } from '../support/shipment-file.ts';
import { type Parcel, type Person, parcelInput, updateInput } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';
import { fullInputsOf, withdrawalInput } from './procedure-table.ts';

const server = await testServer();
const manager = await server.signedIn({ roles: ['manager'], firstName: 'Grace', lastName: 'Hopper' });
const dispatcher = await server.signedIn({ roles: ['dispatcher'] });
const accountant = await server.signedIn({ roles: ['accountant'] });

const change = (id: string, roles: Role[], base?: Role[], as: Person = manager) =>
  server.call('userAdmin.setRoles', { id, roles, ...(base && { base }) }, { as });
const rolesOf = async (id: string) => (await server.call('userAdmin.getUser', { id }, { as: manager })).data.roles;
const get = (url: string, { token }: Person) => server.request({ url, headers: { authorization: `Bearer ${token}` } });

describe('roles', () => {
  it('are given and taken as a set, from the next call on, and the history says so', async () => {
    const person = await server.signedIn();
    const outcomes = async () => {
      const calls = [server.call('runAdmin.couriers', undefined, { as: person })];
      calls.push(server.call('transactionAdmin.getPendingWithdrawals', undefined, { as: person }) as never);
      return Promise.all(calls.map(async (call) => (await call).outcome));
    };
    expect(await outcomes()).toEqual(['FORBIDDEN', 'FORBIDDEN']);
    await change(person.id, ['accountant', 'dispatcher']);
    expect(await outcomes()).toEqual(['ok', 'ok']);
    const profile = (await server.call('auth.profile', undefined, { as: person })).data;
    expect(profile).toMatchObject({ roles: ['dispatcher', 'accountant'], header: false, courier: false });
    await change(person.id, ['dispatcher', 'courier', 'manager']);
    expect(await server.query('select manager, courier from users where id = $1', [person.id])).toEqual([
      { manager: true, courier: true },
    ]);
    await change(person.id, []);
    expect(await outcomes()).toEqual(['FORBIDDEN', 'FORBIDDEN']);
    const history = await server.call('auditAdmin.getEntries', { userId: person.id, page: {} }, { as: manager });
    expect(history.data.data.map(auditSentence)).toEqual([
      'Grace Hopper took the manager, dispatcher and courier roles from the user',
      'Grace Hopper changed the roles of the user',
      'Grace Hopper gave the user the dispatcher and accountant roles',
    ]);
  });

  it('that someone else has just changed stay', async () => {
    const { id } = await server.person({ roles: ['courier'] });
    await change(id, ['courier', 'dispatcher'], ['courier']);
    await change(id, ['accountant'], ['courier']);
    expect(await rolesOf(id)).toEqual(['dispatcher', 'accountant']);
  });

  it('are known ones, for people with a verified address', async () => {
    const { id } = await server.person({ verified: false });
    const answer = await change(id, ['shipper']);
    expect(answer.error.message).toBe('This person must verify their email address first.');
    expect((await change(id, ['shipper', 'owner' as Role])).outcome).toBe('BAD_REQUEST');
    expect(await rolesOf(id)).toEqual([]);
  });

  it('leave one manager, even if two take the role from each other at once', async () => {
    const other = await server.signedIn({ roles: ['manager'] });
    const row = await lockRow(server.database, manager.id, 'users');
    const both = Promise.all([change(other.id, [], undefined, manager), change(manager.id, [], undefined, other)]);
    await row.waitForWaiters(2);
    await row.release();
    const outcomes = (await both).map(({ outcome }) => outcome).toSorted();
    expect(outcomes).toEqual(['PRECONDITION_FAILED', 'ok']);
    const managers = await server.query<{ id: string }>("select id from users where 'manager' = any(roles)");
    expect(managers).toHaveLength(1);
    await server.inUnit((unit) => setRoles(unit, { id: manager.id, roles: ['manager'] }));
    await server.inUnit((unit) => setRoles(unit, { id: other.id, roles: [] }));
    expect((await change(manager.id, [])).error.message).toBe('This is the last manager. There must be at least one.');
  });
});

/** The result of each query that a role allows, about new parcels and this owner. */
async function answersTo(as: Person, role: Role, newParcel: () => Promise<Parcel>, userId: string) {
  const bodies = new Map<string, string>();
  const isForRole = (name: ProcedureName) =>
    contract[name].access === name && ROLES_OF_CALLS[name as RestrictedCall].includes(role);
  for (const name of names.filter((one) => contract[one].kind === 'query' && isForRole(one))) {
    const forms = fullInputsOf(name);
    for (const [at, makeInput] of (forms.length > 0 ? forms : [() => undefined]).entries()) {
      const input = await makeInput({ server, parcel: await newParcel() });
      const owner = name === 'userAdmin.getUser' ? { id: userId } : input && 'userId' in input ? { userId } : {};
      const { body, outcome } = await server.call(name, input && { ...input, ...owner }, { as });
      bodies.set(`${name} ${at} ${outcome}`, body);
    }
  }
  return bodies;
}

describe('a dispatcher', () => {
  /** Standing by themselves: four digits in a row are in many random IDs. */
  const FIGURES = /(?<![\w-])(64\.19|6419|5391\.07|539107)(?![\w-])/;
  const money = { value: 8123.45, fee: 77.31 };

  it('sees no bill and no account in any answer', async () => {
    const owner = await server.person();
    const newParcel = async () => {
      const parcel = await server.parcel({ ...money, receiverEmail: owner.email });
      await server.bill(parcel, owner, { cents: 6419n });
      return parcel;
    };
    const deposit = { userId: owner.id, amount: 5391.07, summary: 'Counter', status: 'successful' };
    await server.call('transactionAdmin.addDeposit', deposit, { as: manager });
    const shown = (bodies: Map<string, string>) =>
      [...bodies].filter(([, body]) => FIGURES.test(body)).map(([name]) => name);
    const responses = await answersTo(dispatcher, 'dispatcher', newParcel, owner.id);
    expect([...responses.keys()]).toEqual(
      expect.arrayContaining(['shipmentAdmin.getShipment 0 ok', 'auditAdmin.getEntries 1 ok']),
    );
    expect(shown(responses)).toEqual([]);
    const { id: shipmentId } = await newParcel();
    const bills = await server.call('billAdmin.getShipmentBills', { shipmentId }, { as: manager });
    expect(shown(new Map([['the bills', bills.body]]))).toEqual(['the bills']);
  });

  it('sees the value and the fee of a shipment, as anyone does who has its tracking ID', async () => {
    const { id, trackingId } = await server.parcel(money);
    expect((await server.call('shipment.getShipmentByTrackingId', { trackingId })).data).toMatchObject(money);
    expect((await server.call('shipmentAdmin.getShipment', { id }, { as: dispatcher })).data).toMatchObject(money);
    expect((await get(filePaths.shipmentsFile({ q: trackingId }), dispatcher)).body).toContain(',8123.45,77.31,');
  });

  it('sets no fee, neither at once nor in a file', async () => {
    const create = async (fee: number, as: Person) =>
      server.call('shipmentAdmin.createShipment', parcelInput({ fee }), { as });
    const sentence = 'Managers set the shipping fee. Enter 0.';
    expect((await create(1, dispatcher)).error.data.fieldErrors).toEqual({ fee: [sentence] });
    expect([(await create(0, dispatcher)).outcome, (await create(1, manager)).outcome]).toEqual(['ok', 'ok']);
    const problemsOf = async (fee: number, as: Person) => {
      const id = await checkFile(server, shipmentFile([parcelInput({ fee })]), as);
      const { data } = await server.call('shipmentImport.getRows', { id, page: 1 }, { as });
      return data.data.flatMap(({ problems }) => problems);
    };
    expect(await problemsOf(1, dispatcher)).toEqual([{ column: 'Shipping fee', message: sentence }]);
    expect([await problemsOf(0, dispatcher), await problemsOf(1, manager)]).toEqual([[], []]);
  });

  it('corrects a shipment, whose fee stays as it is', async () => {
    const parcel = await server.parcel(money);
    const { fee, ...rest } = updateInput(parcel.id, { weight: '9 kg', value: 12 });
    const priced = await server.call('shipmentAdmin.updateShipment', { ...rest, fee }, { as: dispatcher });
    expect(priced.outcome).toBe('FORBIDDEN');
    expect((await server.call('shipmentAdmin.updateParcel', rest, { as: dispatcher })).outcome).toBe('ok');
    const read = (as: Person) => server.call('shipmentAdmin.getShipment', { id: parcel.id }, { as });
    expect((await read(manager)).data).toMatchObject({ weight: '9 kg', value: 12, fee: money.fee });
    const status = await server.call(
      'shipmentAdmin.updateShipment',
      { id: parcel.id, status: 'held' },
      { as: dispatcher },
    );
    expect(status.outcome).toBe('ok');
  });

  it('finds deleted shipments but no deleted people, and reads no history of people', async () => {
    const person = await server.person();
    const parcel = await server.parcel();
    await server.call('userAdmin.deleteUser', { id: person.id }, { as: manager });
    await server.call('shipmentAdmin.deleteShipment', { id: parcel.id }, { as: manager });
    const find = async (search: string, as: Person) =>
      (await server.call('auditAdmin.findDeleted', { search }, { as })).data.length;
    expect([await find(parcel.id, dispatcher), await find(person.email, dispatcher)]).toEqual([1, 0]);
    expect([await find(parcel.id, accountant), await find(person.email, accountant)]).toEqual([0, 1]);
    const history = async (input: object, as: Person) =>
      (await server.call('auditAdmin.getEntries', input, { as })).outcome;
    const [ofParcel, ofPerson, ofAccount] = [
      { shipmentId: parcel.id },
      { userId: person.id },
      { account: 'general' },
    ].map((of) => ({ ...of, page: {} })) as [object, object, object];
    expect([await history(ofParcel, dispatcher), await history(ofPerson, dispatcher)]).toEqual(['ok', 'FORBIDDEN']);
    expect([await history(ofParcel, accountant), await history(ofPerson, accountant)]).toEqual(['FORBIDDEN', 'ok']);
    expect([await history(ofAccount, accountant), await history(ofAccount, dispatcher)]).toEqual(['ok', 'FORBIDDEN']);
  });
});

it('an accountant sees no name, address or contact of a parcel', async () => {
  const canaries = {
    senderName: 'Canary Sparrow',
    senderEmail: 'sparrow@canary.example',
    senderPhone: '+46 31 555 7701',
    receiverName: 'Canary Finch',
    receiverPhone: '+46 31 555 7702',
    shipTo: '9 Canary Quay',
    description: 'Canary seed',
  };
  const owner = await server.person();
  const newParcel = async () => {
    const parcel = await server.parcel({ ...canaries, receiverEmail: owner.email });
    await server.bill(parcel, owner, { summary: `Duty for ${parcel.trackingId}` });
    return parcel;
  };
  const bodies = await answersTo(accountant, 'accountant', newParcel, owner.id);
  expect(bodies.get('billAdmin.getShipmentBills 0 ok')).toContain('Duty for');
  const shown = [...bodies].filter(([, body]) => Object.values(canaries).some((text) => body.includes(text)));
  expect(shown).toEqual([]);
});

it('each role’s worklist has only what it can open', async () => {
  const person = await server.signedIn({ verified: true });
  await server.person({ verified: false });
  await server.query("update users set created_at = now() - interval '1 day' where not verified");
  await server.query('update shipments set work = $1, work_since = now() where id = $2', [
    'decide',
    (await server.parcel()).id,
  ]);
  const deposit = { userId: person.id, amount: 100, summary: 'Counter', status: 'successful' };
  await server.call('transactionAdmin.addDeposit', deposit, { as: manager });
  await server.call('transaction.withdraw', withdrawalInput(), { as: person });
  const workOf = async (as: Person) => (await server.call('deskAdmin.getWork', undefined, { as })).data;
  const kinds = async (as: Person) => (await workOf(as)).work.map(({ kind }) => kind);
  expect(await kinds(dispatcher)).toEqual(['decide']);
  expect(await kinds(accountant)).toEqual(['to-book', 'withdrawals']);
  expect(await kinds(manager)).toEqual(['decide', 'to-book', 'withdrawals', 'unverified']);
  expect([(await workOf(accountant)).days, (await workOf(dispatcher)).days.length]).toEqual([[], 14]);
});

it('files of parcels are for who may see parcels', async () => {
  const outcomes = async (as: Person) => {
    const urls = [filePaths.shipmentsFile(), filePaths.importReport('01939f2e-8a6c-7c3e-9d53-0f6a1b2c3d4e')];
    const read = urls.map((url) => get(url, as));
    const headers = { authorization: `Bearer ${as.token}` };
    const written = [
      filePaths.printLabels,
      filePaths.shipmentImports(),
      imageUploadPath('waybill'),
      filePaths.shipmentsFile(),
    ].map((url) => server.request({ method: 'POST', url, headers, payload: {} }));
    return (await Promise.all([...read, ...written])).map(({ statusCode }) => statusCode);
  };
  const shipper = await server.signedIn({ roles: ['shipper'] });
  expect(await outcomes(dispatcher)).toEqual([200, 404, 400, expect.any(Number), expect.any(Number), 400]);
  expect(await outcomes(dispatcher)).not.toContain(403);
  for (const as of [accountant, shipper, await server.signedIn({ roles: ['courier'] })])
    expect(new Set(await outcomes(as))).toEqual(new Set([403]));
});
