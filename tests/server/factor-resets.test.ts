import { describe, expect, it } from 'vitest';
import { finishFactorResets } from '../../server/factors/reset-factors.ts';
import { appointManager } from '../../server/people/appoint-manager.ts';
import { createPasskeyDevice } from '../support/passkey-device.ts';
import { addAuthenticatorOf, addPasskeyOf } from '../support/second-factors.ts';
import { type Person, PUBLIC_URL } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer();

const passkeyOf = async (person: Pick<Person, 'id'>) => {
  const device = createPasskeyDevice({ origin: PUBLIC_URL });
  await addPasskeyOf(server, person, device);
  return device;
};

/** Somebody with a passkey and an app, and a manager. */
async function pair() {
  const [manager, person] = [await server.signedIn({ manager: true }), await server.signedIn()];
  const device = await passkeyOf(person);
  await addAuthenticatorOf(server, person);
  return { manager, person, device, id: person.id };
}

const request = (id: string, manager: Person) => server.call('userAdmin.resetFactors', { id }, { as: manager });
const hoursLater = (id: string, hours: number) =>
  server.query("update factor_resets set due_at = due_at - $2 * interval '1 hour' where user_id = $1", [id, hours]);
const finish = () => finishFactorResets(server.services);
const hasFactor = async (id: string, manager: Person) =>
  (await server.call('userAdmin.getUser', { id }, { as: manager })).data.hasSecondFactor;
const mailsTo = async ({ email }: Person) =>
  (
    await server.query<{ state: string }>(
      "select about->>'state' as state from mails where receiver = $1 and kind = 'factor-reset' order by id",
      [email],
    )
  ).map(({ state }) => state);

describe('a manager who resets another’s second factor', () => {
  it('waits for 24 hours, then the password is enough, and both are mailed', async () => {
    const { manager, person, id } = await pair();
    expect((await request(id, manager)).outcome).toBe('ok');
    await hoursLater(id, 23.9);
    await finish();
    expect(await hasFactor(id, manager)).toBe(true);
    await hoursLater(id, 0.2);
    await finish();
    expect(await hasFactor(id, manager)).toBe(false);
    expect((await server.call('auth.profile', undefined, { as: person })).outcome).toBe('UNAUTHORIZED');
    const { email, password } = person;
    expect((await server.call('auth.login', { email, password })).outcome).toBe('ok');
    for (const one of [manager, person]) expect(await mailsTo(one)).toEqual(['waiting', 'done']);
    const trail = await server.query('select procedure, actor_id from audit_entries where entity_id = $1 order by id', [
      id,
    ]);
    expect(trail).toEqual([
      { procedure: 'userAdmin.resetFactors', actor_id: manager.id },
      { procedure: 'factor.finishReset', actor_id: null },
    ]);
  });

  it('is stopped by the owner, who sees when it is due', async () => {
    const { manager, person, id } = await pair();
    await request(id, manager);
    const { data } = await server.call('factor.getFactors', undefined, { as: person });
    expect(Date.parse(data.resetAt ?? '') - Date.now()).toBeGreaterThan(23.9 * 3_600_000);
    expect((await server.call('factor.cancelReset', undefined, { as: person })).outcome).toBe('ok');
    await hoursLater(id, 25);
    await finish();
    expect(await hasFactor(id, manager)).toBe(true);
    for (const one of [manager, person]) expect(await mailsTo(one)).toEqual(['waiting', 'cancelled']);
  });

  it('asks twice without another wait or mail, and not for themselves', async () => {
    const { manager, id, person } = await pair();
    await request(id, manager);
    await hoursLater(id, 12);
    expect((await request(id, manager)).outcome).toBe('ok');
    expect(await mailsTo(person)).toEqual(['waiting']);
    await hoursLater(id, 12.1);
    await finish();
    expect(await hasFactor(id, manager)).toBe(false);
    await passkeyOf(manager);
    expect((await request(manager.id, manager)).outcome).toBe('PRECONDITION_FAILED');
  });

  it('and is no longer one, has no effect', async () => {
    const { manager, id } = await pair();
    await request(id, manager);
    const other = await server.signedIn({ manager: true });
    await server.query('update users set manager = false where id = $1', [manager.id]);
    await hoursLater(id, 12);
    // Another manager’s request starts a new day.
    expect((await request(id, other)).outcome).toBe('ok');
    await hoursLater(id, 12.1);
    await finish();
    expect(await hasFactor(id, other)).toBe(true);
    await hoursLater(id, 12);
    await finish();
    expect(await hasFactor(id, other)).toBe(false);
  });
});

describe('recovery by email alone', () => {
  it('keeps every factor after a new password', async () => {
    const { manager, person, id } = await pair();
    const token = await server.linkToken(person);
    expect((await server.call('auth.resetPassword', { token, password: 'Quay-side-lamp-42' })).outcome).toBe('ok');
    expect(await hasFactor(id, manager)).toBe(true);
  });

  it('by “This was not me” takes away only what was added in the last week', async () => {
    const { manager, person, id, device } = await pair();
    await server.query("update passkeys set created_at = created_at - interval '8 days' where user_id = $1", [id]);
    const token = await server.linkToken(person, { purpose: 'not-me' });
    expect((await server.call('auth.secureAccount', { token })).outcome).toBe('ok');
    const kept = await server.query('select credential_id from passkeys where user_id = $1', [id]);
    expect(kept).toEqual([{ credential_id: device.credentialId }]);
    expect(await server.query('select id from authenticators where user_id = $1', [id])).toEqual([]);
    expect(await hasFactor(id, manager)).toBe(true);
  });

  it('by “This was not me” ends recovery codes that an intruder may have made', async () => {
    const { person, id } = await pair();
    const old = '01939f2e-8a6c-7c3e-9d53-0f6a1b2c3d4e';
    await server.query("update passkeys set created_at = created_at - interval '8 days' where user_id = $1", [id]);
    const left = () => server.query('select id from recovery_codes where user_id = $1', [id]);
    await server.query('insert into recovery_codes (id, user_id, code_hash) values ($1, $2, $3)', [old, id, id]);
    const secure = async () => {
      const token = await server.linkToken(person, { purpose: 'not-me' });
      expect((await server.call('auth.checkNotMeLink', { token })).data.newFactors).toBe('removed');
      expect((await server.call('auth.secureAccount', { token })).outcome).toBe('ok');
    };
    await secure();
    expect(await left()).toEqual([{ id: old }]);
    const token = await server.linkToken(person, { purpose: 'not-me' });
    expect((await server.call('auth.checkNotMeLink', { token })).data.newFactors).toBeNull();
    const as = await server.newSession(person);
    expect((await server.call('factor.replaceRecoveryCodes', undefined, { as })).data.recoveryCodes).toHaveLength(10);
    await secure();
    expect(await left()).toEqual([]);
  });

  it('leaves an account that needs a factor its only one, and takes new ones beside an older', async () => {
    const strict = await testServer({ environment: { REQUIRE_SECOND_FACTOR: 'managers' } });
    const person = await strict.signedIn({ manager: true });
    await addPasskeyOf(strict, person, createPasskeyDevice({ origin: PUBLIC_URL }));
    const token = await strict.linkToken(person, { purpose: 'not-me' });
    expect((await strict.call('auth.checkNotMeLink', { token })).data.newFactors).toBe('kept');
    expect((await strict.call('auth.secureAccount', { token })).outcome).toBe('ok');
    const own = await strict.query('select id from passkeys where user_id = $1', [person.id]);
    expect(own).toHaveLength(1);

    await strict.query("update passkeys set created_at = created_at - interval '8 days' where user_id = $1", [
      person.id,
    ]);
    const intruder = { ...person, token: await strict.newSession(person) };
    await strict.query('update sessions set has_second_factor = true where user_id = $1', [person.id]);
    await addPasskeyOf(strict, intruder, createPasskeyDevice({ origin: PUBLIC_URL }));
    const again = await strict.linkToken(person, { purpose: 'not-me' });
    expect((await strict.call('auth.secureAccount', { token: again })).outcome).toBe('ok');
    expect(await strict.query('select id from passkeys where user_id = $1', [person.id])).toEqual(own);
  });
});

describe('the manager command', () => {
  it('resets the only manager’s factors at once, from the terminal', async () => {
    const { manager, person, id } = await pair();
    await server.inUnit((unit) => appointManager(unit, person.email, { resetsFactors: true }));
    expect(await hasFactor(id, manager)).toBe(false);
  });
});

it('deleting an account deletes its factors', async () => {
  const { manager, id } = await pair();
  await request(id, manager);
  expect((await server.call('userAdmin.deleteUser', { id }, { as: manager })).outcome).toBe('ok');
  for (const table of ['passkeys', 'authenticators', 'recovery_codes', 'passkey_challenges'])
    expect(await server.query(`select 1 from ${table} where user_id = $1`, [id])).toEqual([]);
  await hoursLater(id, 25);
  await finish();
});
