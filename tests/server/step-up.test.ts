import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { filePaths } from '../../src/domain/file-paths.ts';
import { type RestrictedCall, ROLES_OF_CALLS } from '../../src/domain/roles.ts';
import { contract, procedureNames as names } from '../support/contract.ts';
import { createPasskeyDevice } from '../support/passkey-device.ts';
import { addAuthenticatorOf, addPasskeyOf, codeOf } from '../support/second-factors.ts';
import { PUBLIC_URL } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';
import { fullInputsOf, stageFor, withdrawalInput } from './procedure-table.ts';

const server = await testServer();

/** The last proof of a session, in minutes from now; null in sessions of before there were any. */
const proveAgo = (id: string, minutes: number | null) =>
  server.query("update sessions set proved_at = now() - $2 * interval '1 minute' where user_id = $1", [id, minutes]);

const asking = names.filter((name) => contract[name].proof !== null);

describe.each(asking)('%s', (name) => {
  const ask = async (minutes: number | null) => {
    const { access } = contract[name];
    const [role] = access in ROLES_OF_CALLS ? ROLES_OF_CALLS[access as RestrictedCall] : [];
    const person = await server.signedIn({ roles: role ? [role] : [] });
    if (contract[name].proof === 'recent-or-password') await addAuthenticatorOf(server, person);
    await proveAgo(person.id, minutes);
    const stage = await stageFor(server, person);
    // Some ask only for a part of what they change.
    const input = await fullInputsOf(name)[0]?.(stage);
    const before = await server.fingerprint();
    const answer = await server.call(name, input, { as: person, address: server.newAddress() });
    return { answer, before };
  };

  it.each([16, null])('is refused, and changes nothing, %s minutes after a proof', async (minutes) => {
    const { answer, before } = await ask(minutes);
    expect(answer.outcome).toBe('FORBIDDEN');
    expect(answer.error.data.needs).toBe('proof');
    expect(await server.fingerprint()).toEqual(before);
  });

  it('passes the gate 14 minutes after a proof', async () => {
    const { answer } = await ask(14);
    expect(answer.outcome === 'ok' ? undefined : answer.error.data.needs).toBeUndefined();
  });
});

describe.each([
  ['GET', filePaths.shipmentsFile()],
  ['POST', filePaths.shipmentsFile()],
  ['GET', filePaths.dataExport(':id')],
] as const)('a download by %s of %s', (method, url) => {
  it('asks for a recent proof', async () => {
    const person = await server.signedIn({ manager: true });
    const send = async () => {
      const headers = { authorization: `Bearer ${person.token}` };
      const payload = method === 'POST' ? { payload: { ids: [randomUUID()] } } : {};
      const response = await server.request({ method, url, headers, ...payload });
      return response.statusCode < 400 ? undefined : response.json().error.data.needs;
    };
    expect(await send()).toBeUndefined();
    await proveAgo(person.id, 16);
    expect(await send()).toBe('proof');
  });
});

describe('a proof', () => {
  it('is a sign-in, whose session is the only one that has it', async () => {
    const person = await server.signInAs('customer');
    const [other] = [await server.newSession(person)];
    await server.query('update sessions set proved_at = null where user_id = $1', [person.id]);
    const fresh = await server.signIn(person);
    const withdraw = (as: string) => server.call('transaction.withdraw', withdrawalInput(), { as });
    expect((await withdraw(fresh.token)).outcome).toBe('BAD_REQUEST');
    expect((await withdraw(other ?? '')).error.data.needs).toBe('proof');
  });

  it('by password opens the same call under the same key', async () => {
    const person = await server.signedIn();
    await proveAgo(person.id, 20);
    const headers = { 'idempotency-key': '01939f2e-8a6c-4c3e-9d53-0f6a1b2c3d4e' };
    const make = () => server.call('transaction.withdraw', withdrawalInput(), { as: person, headers });
    expect((await make()).error.data.needs).toBe('proof');
    const prove = (password: string) => server.call('auth.proveWithPassword', { password }, { as: person });
    expect((await prove('Tram-to-Angered-12')).outcome).toBe('BAD_REQUEST');
    expect((await make()).error.data.needs).toBe('proof');
    expect((await prove(person.password)).outcome).toBe('ok');
    // The person has no money, but is past the gate.
    expect((await make()).error.data.fieldErrors?.amount).toBeDefined();
  });

  it('by password is refused to a person with a second factor', async () => {
    const person = await server.signedIn();
    await addAuthenticatorOf(server, person);
    await proveAgo(person.id, 20);
    const { password } = person;
    const before = await server.fingerprint();
    const answer = await server.call('auth.proveWithPassword', { password }, { as: person });
    expect(answer.outcome).toBe('PRECONDITION_FAILED');
    expect(await server.fingerprint()).toEqual(before);
  });

  it('by a passkey or a code counts for this session only', async () => {
    const person = await server.signedIn();
    const device = createPasskeyDevice({ origin: PUBLIC_URL });
    await addPasskeyOf(server, person, device);
    const secret = await addAuthenticatorOf(server, person);
    const other = await server.newSession(person);
    await proveAgo(person.id, 20);
    const needs = async (as: string) =>
      (await server.call('transaction.withdraw', withdrawalInput(), { as })).error.data.needs;
    const { data: methods } = await server.call('auth.startProof', undefined, { as: person });
    if (!methods.passkey) throw new Error('No passkey was asked for');
    const { outcome } = await server.call('auth.proveWithPasskey', device.get(methods.passkey), { as: person });
    expect(outcome).toBe('ok');
    expect([await needs(person.token), await needs(other)]).toEqual([undefined, 'proof']);
    expect((await server.call('auth.proveWithCode', { code: codeOf(secret) }, { as: other })).outcome).toBe('ok');
    expect(await needs(other)).toBeUndefined();
  });

  it('of other sessions ends with a new factor', async () => {
    const person = await server.signedIn();
    const other = await server.newSession(person);
    const { data } = await server.call('factor.startPasskey', undefined, { as: person });
    const made = createPasskeyDevice({ origin: PUBLIC_URL }).create(data);
    expect((await server.call('factor.addPasskey', made, { as: person })).data.recoveryCodes).toHaveLength(10);
    const withdraw = (as: string) => server.call('transaction.withdraw', withdrawalInput(), { as });
    expect((await withdraw(other)).error.data.needs).toBe('proof');
    expect((await withdraw(person.token)).error.data.needs).toBeUndefined();
  });
});
