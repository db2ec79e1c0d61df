import { describe, expect, it } from 'vitest';
import { createPasskeyDevice, type PasskeyDevice, type Told } from '../support/passkey-device.ts';
import { addPasskeyOf } from '../support/second-factors.ts';
import { type Person, PUBLIC_URL } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer();

const device = (isSynced = false) => createPasskeyDevice({ origin: PUBLIC_URL, isSynced });

async function addPasskey(person: Pick<Person, 'token'>, made: PasskeyDevice = device()): Promise<PasskeyDevice> {
  const { data } = await server.call('factor.startPasskey', undefined, { as: person });
  const added = await server.call('factor.addPasskey', made.create(data), { as: person });
  if (added.outcome !== 'ok') throw new Error(added.body);
  return made;
}

const request = async () => (await server.call('auth.startPasskey', undefined, { address: server.newAddress() })).data;
const login = (response: unknown) => server.call('auth.loginWithPasskey', response, { address: server.newAddress() });

/** What may change when a passkey is refused: its challenge is used up. */
async function stored() {
  const { 'public.passkey_challenges': _challenges, ...rest } = await server.fingerprint();
  return rest;
}

async function expectRefused(call: () => Promise<{ outcome: string }>) {
  const before = await stored();
  expect((await call()).outcome).toBe('BAD_REQUEST');
  expect(await stored()).toEqual(before);
}

describe('a passkey', () => {
  it.each([true, false])('signs its owner in, with both factors (synced: %s)', async (isSynced) => {
    const person = await server.signedIn();
    const made = await addPasskey(person, device(isSynced));
    const { data } = await login(made.get(await request()));
    expect((await server.call('auth.profile', undefined, { as: data.token })).data.id).toBe(person.id);
    const [session] = await server.query(
      'select has_second_factor from sessions where user_id = $1 order by created_at desc limit 1',
      [person.id],
    );
    expect(session).toEqual({ has_second_factor: true });
    const [passkey] = (await server.call('factor.getFactors', undefined, { as: person })).data.passkeys;
    expect(passkey).toMatchObject({ synced: isSynced, lastUsedAt: expect.any(String) });
  });

  it('is not added for another person, or twice', async () => {
    const [one, other] = [await server.signedIn(), await server.signedIn()];
    const made = device();
    const { data } = await server.call('factor.startPasskey', undefined, { as: one });
    const answer = made.create(data);
    await expectRefused(() => server.call('factor.addPasskey', answer, { as: other }));
    await addPasskey(one, made);
    await expectRefused(() => server.call('factor.addPasskey', answer, { as: one }));
    const again = (await server.call('factor.startPasskey', undefined, { as: other })).data;
    await expectRefused(() => server.call('factor.addPasskey', made.create(again), { as: other }));
  });
});

it('a person has 20 passkeys at most, also of several added at once', async () => {
  const person = await server.signedIn();
  for (let count = 0; count < 19; count += 1) await addPasskeyOf(server, person, device());
  const start = () => server.call('factor.startPasskey', undefined, { as: person });
  const asked = [await start(), await start(), await start()];
  const added = await Promise.all(
    asked.map(({ data }) => server.call('factor.addPasskey', device().create(data), { as: person })),
  );
  const outcomes = added.map(({ outcome }) => outcome);
  expect(outcomes.toSorted()).toEqual(['PRECONDITION_FAILED', 'PRECONDITION_FAILED', 'ok']);
  expect((await start()).error.message).toBe('You have 20 passkeys. Remove one first.');
});

const LIES: [string, Told][] = [
  ['from another origin', { origin: 'https://waybill.example' }],
  ['for another site', { rpId: 'waybill.example' }],
  ['with another challenge', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
  ['of another kind', { type: 'webauthn.other' }],
  ['by a person who was not checked', { isVerified: false }],
];

describe.each(LIES)('an answer %s', (_name, told) => {
  it('adds no passkey', async () => {
    const person = await server.signedIn();
    const { data } = await server.call('factor.startPasskey', undefined, { as: person });
    await expectRefused(() => server.call('factor.addPasskey', device().create(data, told), { as: person }));
  });

  it('signs nobody in, and proves nothing', async () => {
    const person = await server.signedIn();
    const made = await addPasskey(person);
    const asked = await request();
    await expectRefused(() => login(made.get(asked, told)));
    const proof = (await server.call('auth.startProof', undefined, { as: person })).data.passkey;
    if (!proof) throw new Error('No passkey was asked for');
    await expectRefused(() => server.call('auth.proveWithPasskey', made.get(proof, told), { as: person }));
  });
});

describe('signing in with a passkey', () => {
  it('takes each answer once, even of two at the same moment', async () => {
    const made = await addPasskey(await server.signedIn());
    const answer = made.get(await request());
    const outcomes = await Promise.all([login(answer), login(answer), login(answer)]);
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['BAD_REQUEST', 'BAD_REQUEST', 'ok']);
    await expectRefused(() => login(answer));
  });

  it('refuses a counter that has been passed: one of two copies is not the owner’s', async () => {
    const made = await addPasskey(await server.signedIn());
    expect((await login(made.get(await request(), { counter: 10 }))).outcome).toBe('ok');
    for (const counter of [10, 9, 0]) {
      const asked = await request();
      await expectRefused(() => login(made.get(asked, { counter })));
    }
    expect((await login(made.get(await request(), { counter: 11 }))).outcome).toBe('ok');
  });

  it('refuses a challenge after five minutes', async () => {
    const made = await addPasskey(await server.signedIn());
    const asked = await request();
    await server.query('update passkey_challenges set expires_at = now() where challenge = $1', [asked.challenge]);
    await expectRefused(() => login(made.get(asked)));
  });

  it('refuses the challenge of another purpose', async () => {
    const person = await server.signedIn();
    const made = await addPasskey(person);
    const { data: proof } = await server.call('auth.startProof', undefined, { as: person });
    const { data: creation } = await server.call('factor.startPasskey', undefined, { as: person });
    const asked = await request();
    await expectRefused(() => login(made.get({ ...asked, challenge: proof.passkey?.challenge ?? '' })));
    await expectRefused(() => login(made.get({ ...asked, challenge: creation.challenge })));
    await expectRefused(() => server.call('auth.proveWithPasskey', made.get(asked), { as: person }));
    const answer = made.create({ ...creation, challenge: asked.challenge });
    await expectRefused(() => server.call('factor.addPasskey', answer, { as: person }));
  });

  it('refuses an unknown passkey, another user’s name on it, and a deleted owner', async () => {
    const person = await server.signedIn();
    const made = await addPasskey(person);
    const asked = [await request(), await request(), await request()] as const;
    await expectRefused(() => login(device().get(asked[0])));
    const other = Buffer.alloc(16, 1).toString('base64url');
    await expectRefused(() => login(made.get(asked[1], { userHandle: other })));
    await server.query('update users set deleted_at = now() where id = $1', [person.id]);
    await expectRefused(() => login(made.get(asked[2])));
  });

  it('refuses an answer with another device’s signature', async () => {
    const [one, other] = [await addPasskey(await server.signedIn()), device()];
    const asked = await request();
    const { signature } = other.get(asked);
    await expectRefused(() => login({ ...one.get(asked), signature }));
  });
});

describe('a person', () => {
  it('proves nothing with another’s passkey', async () => {
    const [one, other] = [await server.signedIn(), await server.signedIn()];
    const made = await addPasskey(one);
    await addPasskey(other);
    const { data } = await server.call('auth.startProof', undefined, { as: other });
    if (!data.passkey) throw new Error('No passkey was asked for');
    const answer = made.get(data.passkey);
    await expectRefused(() => server.call('auth.proveWithPasskey', answer, { as: other }));
    await expectRefused(() => server.call('auth.proveWithPasskey', answer, { as: one }));
  });

  it('proves nothing by an answer of before, a stale counter or too late', async () => {
    const person = await server.signedIn();
    const made = await addPasskey(person);
    const ask = async () => {
      const { data } = await server.call('auth.startProof', undefined, { as: person });
      if (!data.passkey) throw new Error('No passkey was asked for');
      return data.passkey;
    };
    const prove = (response: unknown) => server.call('auth.proveWithPasskey', response, { as: person });
    const answer = made.get(await ask(), { counter: 10 });
    const outcomes = await Promise.all([prove(answer), prove(answer)]);
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['BAD_REQUEST', 'ok']);
    await expectRefused(() => prove(answer));
    for (const counter of [10, 9, 0]) {
      const asked = await ask();
      await expectRefused(() => prove(made.get(asked, { counter })));
    }
    const late = await ask();
    await server.query('update passkey_challenges set expires_at = now() where challenge = $1', [late.challenge]);
    await expectRefused(() => prove(made.get(late, { counter: 11 })));
  });

  it('adds no passkey too late', async () => {
    const person = await server.signedIn();
    const { data } = await server.call('factor.startPasskey', undefined, { as: person });
    await server.query('update passkey_challenges set expires_at = now() where challenge = $1', [data.challenge]);
    await expectRefused(() => server.call('factor.addPasskey', device().create(data), { as: person }));
  });

  it('renames and removes only their own', async () => {
    const [one, other] = [await server.signedIn(), await server.signedIn()];
    await addPasskey(one);
    const [passkey] = (await server.call('factor.getFactors', undefined, { as: one })).data.passkeys;
    const id = passkey?.id ?? '';
    const before = await stored();
    expect((await server.call('factor.renamePasskey', { id, name: 'Mine' }, { as: other })).outcome).toBe('NOT_FOUND');
    expect((await server.call('factor.removePasskey', { id }, { as: other })).outcome).toBe('NOT_FOUND');
    expect(await stored()).toEqual(before);
    expect((await server.call('factor.renamePasskey', { id, name: ' My  phone ' }, { as: one })).outcome).toBe('ok');
    const named = (await server.call('factor.getFactors', undefined, { as: one })).data.passkeys;
    expect(named.map(({ name }) => name)).toEqual(['My phone']);
    expect((await server.call('factor.removePasskey', { id }, { as: one })).outcome).toBe('ok');
    const left = (await server.call('factor.getFactors', undefined, { as: one })).data;
    expect(left).toMatchObject({ passkeys: [], recoveryCodes: 0 });
  });
});
