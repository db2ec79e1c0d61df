import { describe, expect, it } from 'vitest';
import { contract, procedureNames as names } from '../support/contract.ts';
import { createPasskeyDevice } from '../support/passkey-device.ts';
import { addAuthenticatorOf, codeOf } from '../support/second-factors.ts';
import { PUBLIC_URL } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';
import { inputOf, stageFor } from './procedure-table.ts';

const server = await testServer({ environment: { REQUIRE_SECOND_FACTOR: 'managers' } });

const closed = names.filter((name) => !['everyone', 'signedIn'].includes(contract[name].access));
const manager = await server.signedIn({ manager: true, courier: true });
const newStage = () => stageFor(server, manager, manager);

describe('a manager without a second factor', () => {
  it.each(closed)('is refused by %s, unless it sets one up', async (name) => {
    const input = await inputOf(name, await newStage());
    const before = await server.fingerprint();
    const answer = await server.call(name, input, { as: manager, address: server.newAddress() });
    if (contract[name].isForSetUp) return expect(answer.outcome === 'ok' || !answer.error.data.needs).toBe(true);
    expect(answer.outcome).toBe('FORBIDDEN');
    expect(answer.error.data.needs).toBe('second-factor');
    expect(await server.fingerprint()).toEqual(before);
  });

  it('can do no more than look at their factors and set one up', () => {
    expect(names.filter((name) => contract[name].isForSetUp)).toEqual([
      'factor.getFactors',
      'factor.startPasskey',
      'factor.addPasskey',
      'factor.startAuthenticator',
      'factor.confirmAuthenticator',
    ]);
  });

  it('sees and follows what a visitor does', async () => {
    const { trackingId } = (await newStage()).parcel;
    const tracked = await server.call('shipment.getShipmentByTrackingId', { trackingId }, { as: manager });
    expect(tracked.data).toMatchObject({ access: 'overview', viewer: 'visitor' });
    const live = await server.call('live.follow', { trackingIds: [], managed: true }, { as: manager });
    expect(live.outcome).toBe('UNAUTHORIZED');
  });

  it('gets no files', async () => {
    const headers = { authorization: `Bearer ${manager.token}` };
    const response = await server.request({ method: 'GET', url: '/api/shipments.csv', headers });
    expect(response.statusCode).toBe(403);
    expect(response.json().error.data.needs).toBe('second-factor');
  });

  it('sees this in the profile until there is one', async () => {
    const person = await server.signedIn({ manager: true });
    const profile = async () => (await server.call('auth.profile', undefined, { as: person })).data;
    expect((await profile()).needsSecondFactor).toBe(true);
    const { data } = await server.call('factor.startPasskey', undefined, { as: person });
    const made = createPasskeyDevice({ origin: PUBLIC_URL }).create(data);
    expect((await server.call('factor.addPasskey', made, { as: person })).outcome).toBe('ok');
    expect((await profile()).needsSecondFactor).toBeUndefined();
    expect((await server.call('userAdmin.getUsers', { page: {} }, { as: person })).outcome).toBe('ok');
  });
});

describe('a manager with a second factor', () => {
  it('brings it to a session of before', async () => {
    const person = await server.signedIn({ manager: true });
    const secret = await addAuthenticatorOf(server, person);
    const getUsers = () => server.call('userAdmin.getUsers', { page: {} }, { as: person });
    expect((await getUsers()).error.data.needs).toBe('second-factor');
    await server.call('auth.proveWithCode', { code: codeOf(secret) }, { as: person });
    expect((await getUsers()).outcome).toBe('ok');
  });

  it('keeps the last one, also when two are removed at the same moment', async () => {
    const person = await server.signedIn({ manager: true });
    const secret = await addAuthenticatorOf(server, person);
    await server.call('auth.proveWithCode', { code: codeOf(secret) }, { as: person });
    const remove = () => server.call('factor.removeAuthenticator', undefined, { as: person });
    expect((await remove()).outcome).toBe('PRECONDITION_FAILED');
    const { data } = await server.call('factor.startPasskey', undefined, { as: person });
    await server.call('factor.addPasskey', createPasskeyDevice({ origin: PUBLIC_URL }).create(data), { as: person });
    const [passkey] = (await server.call('factor.getFactors', undefined, { as: person })).data.passkeys;
    const removed = await Promise.all([
      remove(),
      server.call('factor.removePasskey', { id: passkey?.id }, { as: person }),
    ]);
    expect(removed.map(({ outcome }) => outcome).toSorted()).toEqual(['PRECONDITION_FAILED', 'ok']);
  });
});

describe('everyone else', () => {
  it('works with the password alone', async () => {
    const customer = await server.signInAs('customer');
    expect((await server.call('user.getSessions', undefined, { as: customer })).outcome).toBe('ok');
    expect((await server.call('auth.profile', undefined, { as: customer })).data.needsSecondFactor).toBeUndefined();
  });
});
