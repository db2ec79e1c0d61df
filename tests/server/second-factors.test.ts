import { describe, expect, it } from 'vitest';
import { addAuthenticatorOf, codeOf } from '../support/second-factors.ts';
import type { Person } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer();

/** Somebody with an authenticator app and ten recovery codes. */
async function withApp() {
  const person = await server.signedIn();
  const secret = await addAuthenticatorOf(server, person);
  const { data } = await server.call('factor.replaceRecoveryCodes', undefined, { as: person });
  return { person, secret, recoveryCodes: data.recoveryCodes };
}

async function secondStep({ email, password }: Pick<Person, 'email' | 'password'>) {
  const answer = await server.call('auth.login', { email, password }, { address: server.newAddress() });
  return answer.error.data.secondStep ?? { ticket: '' };
}

const enter = (ticket: string, code: string) =>
  server.call('auth.loginWithCode', { ticket, code }, { address: server.newAddress() });
const profile = (token: string) => server.call('auth.profile', undefined, { as: token });

describe('an authenticator app', () => {
  it('counts once one of its codes came, and brings ten recovery codes', async () => {
    const person = await server.signedIn();
    const { data } = await server.call('factor.startAuthenticator', undefined, { as: person });
    expect(data.uri).toContain(`secret=${data.secret}`);
    expect((await server.call('auth.login', person)).outcome).toBe('BAD_REQUEST'); // unknown fields
    const { email, password } = person;
    expect((await server.call('auth.login', { email, password })).outcome).toBe('ok');
    const confirm = (code: string) => server.call('factor.confirmAuthenticator', { code }, { as: person });
    expect((await confirm(codeOf(data.secret, 20))).error.data.fieldErrors?.code).toBeDefined();
    const confirmed = await confirm(codeOf(data.secret));
    expect(new Set(confirmed.data.recoveryCodes).size).toBe(10);
    expect((await secondStep(person)).ticket).not.toBe('');
  });

  it('is stored encrypted, and its recovery codes only as hashes', async () => {
    const { secret, recoveryCodes } = await withApp();
    const stored = await server.everythingStored();
    for (const text of [secret, Buffer.from(secret).toString('hex'), ...recoveryCodes]) {
      expect(stored.toLowerCase()).not.toContain(text.toLowerCase());
    }
  });

  it('is replaced by a new one only once that is confirmed', async () => {
    const { person, secret } = await withApp();
    const { data } = await server.call('factor.startAuthenticator', undefined, { as: person });
    expect((await enter((await secondStep(person)).ticket, codeOf(secret))).outcome).toBe('ok');
    await server.call('factor.confirmAuthenticator', { code: codeOf(data.secret) }, { as: person });
    expect((await enter((await secondStep(person)).ticket, codeOf(secret, 1))).outcome).toBe('BAD_REQUEST');
    expect((await enter((await secondStep(person)).ticket, codeOf(data.secret, 1))).outcome).toBe('ok');
  });
});

describe('signing in with a password and a code', () => {
  it('signs nobody in before the code, and then under another token', async () => {
    const { person, secret } = await withApp();
    const step = await secondStep(person);
    expect(step).toEqual({ ticket: expect.stringMatching(/^[\w-]{43}$/), passkey: false, code: true });
    expect((await profile(step.ticket)).outcome).toBe('UNAUTHORIZED');
    const { token } = (await enter(step.ticket, codeOf(secret))).data;
    expect(token).not.toBe(step.ticket);
    expect((await profile(token)).data.id).toBe(person.id);
    expect((await profile(step.ticket)).outcome).toBe('UNAUTHORIZED');
  });

  it('takes each code once, also of two at the same moment', async () => {
    const { person, secret } = await withApp();
    const [one, other] = [await secondStep(person), await secondStep(person)];
    const code = codeOf(secret);
    const outcomes = await Promise.all([enter(one.ticket, code), enter(other.ticket, code)]);
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['BAD_REQUEST', 'ok']);
    expect((await enter((await secondStep(person)).ticket, code)).outcome).toBe('BAD_REQUEST');
  });

  it('ends after five wrong codes, for this sign-in only', async () => {
    const { person, secret } = await withApp();
    const { ticket } = await secondStep(person);
    const guesses = await Promise.all(Array.from({ length: 8 }, () => enter(ticket, codeOf(secret, 20))));
    expect(guesses.filter(({ outcome }) => outcome === 'BAD_REQUEST')).toHaveLength(5);
    expect((await enter(ticket, codeOf(secret))).outcome).toBe('PRECONDITION_FAILED');
    expect((await enter((await secondStep(person)).ticket, codeOf(secret))).outcome).toBe('ok');
  });

  it('counts wrong codes of an account, but lets a recovery code pass', async () => {
    const { person, secret, recoveryCodes } = await withApp();
    for (let tries = 0; tries < 10; tries += 1) {
      await enter((await secondStep(person)).ticket, codeOf(secret, 20));
    }
    const closed = await enter((await secondStep(person)).ticket, codeOf(secret));
    expect(closed.outcome).toBe('TOO_MANY_REQUESTS');
    expect(closed.error.message).toContain('recovery code');
    expect((await enter((await secondStep(person)).ticket, recoveryCodes[0] ?? '')).outcome).toBe('ok');
  });

  it('takes a recovery code once, however it is typed', async () => {
    const { person, recoveryCodes } = await withApp();
    const [code = ''] = recoveryCodes;
    const typed = ` ${code.toLowerCase().replace(/.{4}/g, '$& - ')} `;
    const [one, other] = [await secondStep(person), await secondStep(person)];
    const outcomes = await Promise.all([enter(one.ticket, typed), enter(other.ticket, code)]);
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['BAD_REQUEST', 'ok']);
    const { data } = await server.call('factor.getFactors', undefined, { as: person });
    expect(data.recoveryCodes).toBe(9);
  });

  it('ends with the password, and after ten minutes', async () => {
    const { person, secret } = await withApp();
    const steps = [await secondStep(person), await secondStep(person)] as const;
    const token = await server.linkToken(person);
    await server.query("update sessions set created_at = now() - interval '601 seconds' where awaits_factor");
    expect((await enter(steps[0].ticket, codeOf(secret))).outcome).toBe('BAD_REQUEST');
    const { ticket } = await secondStep(person);
    await server.call('auth.resetPassword', { token, password: 'Quay-side-lamp-42' });
    expect((await enter(ticket, codeOf(secret))).outcome).toBe('BAD_REQUEST');
  });

  it('still asks for the code after a new password by email', async () => {
    const { person } = await withApp();
    const password = 'Quay-side-lamp-42';
    await server.call('auth.resetPassword', { token: await server.linkToken(person), password });
    expect((await secondStep({ ...person, password })).ticket).not.toBe('');
  });

  it('tells strangers with a wrong password nothing of a second factor', async () => {
    const { person } = await withApp();
    const { email } = person;
    const answer = await server.call('auth.login', { email, password: 'Tram-to-Angered-12' });
    expect(answer.outcome).toBe('UNAUTHORIZED');
    expect(answer.error.data.secondStep).toBeUndefined();
  });
});

describe('removing the last factor', () => {
  it('ends recovery codes and the second step', async () => {
    const { person } = await withApp();
    expect((await server.call('factor.removeAuthenticator', undefined, { as: person })).outcome).toBe('ok');
    const { email, password } = person;
    expect((await server.call('auth.login', { email, password })).outcome).toBe('ok');
    const [codes] = await server.query('select count(*)::int as left from recovery_codes where user_id = $1', [
      person.id,
    ]);
    expect(codes).toEqual({ left: 0 });
  });
});
