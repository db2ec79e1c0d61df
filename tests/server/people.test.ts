import { createHash } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { limitRules } from '../../server/base/limits/limit-rules.ts';
import { appointManager } from '../../server/people/appoint-manager.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { PASSWORD, type Person } from '../support/test-server.ts';
import { until } from '../support/until.ts';
import { testDatabase, testServer } from '../support/vitest.ts';

const sink = await startSmtpSink();
const server = await testServer({ worker: true, environment: { SMTP_URL: sink.url } });

const NEW_PASSWORD = 'Quay-side-lamp-42';
const registration = (email: string, more: Record<string, unknown> = {}) => ({
  firstName: 'Grace',
  lastName: 'Hopper',
  email,
  phone: '+1 202 555 0114',
  dob: '1990-12-09',
  address: '12 Harbour Road',
  city: 'Arlington',
  state: 'Virginia',
  nationality: 'Sweden',
  password: NEW_PASSWORD,
  ...more,
});

const mailTo = (email: string, subject: RegExp) =>
  sink.mail(({ receivers, subject: of = '' }) => receivers.includes(email) && subject.test(of));
const tokenIn = (text = '') => /token=([\w-]+)/.exec(text)?.[1] ?? '';
const from = (address: string, headers: Record<string, string> = {}) => ({ address, headers });

const register = (...details: Parameters<typeof registration>) =>
  server.call('auth.register', registration(...details), from(server.newAddress()));
const forget = (email: string) => server.call('auth.forgotPassword', { email }, from(server.newAddress()));
const reset = (token: string, password = NEW_PASSWORD) =>
  server.call('auth.resetPassword', { token, password }, from(server.newAddress()));
const verify = (token: string, password?: string) =>
  server.call('auth.verify', { token, password }, from(server.newAddress()));

const login = (email: string, password: string) =>
  server.call('auth.login', { email, password }, from(server.newAddress()));

describe('registering', () => {
  it('adds an unverified person without rights, and emails a link from PUBLIC_URL whatever the Host header', async () => {
    const lured = from('10.1.0.1', { host: 'evil.example' });
    const answer = await server.call('auth.register', registration('New.Person@Example.com'), lured);
    expect(answer.outcome).toBe('ok');
    const [row] = await server.query(
      "select email, verified, manager, password_hash from users where email = 'new.person@example.com'",
    );
    expect(row).toMatchObject({ email: 'new.person@example.com', verified: false, manager: false });
    expect(row?.password_hash).toMatch(/^\$argon2id\$/);
    const mail = await mailTo('new.person@example.com', /Verify/);
    expect(mail.text).toContain('http://waybill.test/verify-email?token=');
    expect(mail.raw).not.toContain('evil.example');
  });

  it('responds the same for a taken address, adds nobody and emails its owner', async () => {
    const owner = await server.person({ email: 'owner.of.address@example.com' });
    const known = await register(owner.email);
    const unknown = await register('not.taken@example.com');
    expect(known.body).toEqual(unknown.body);
    await mailTo(owner.email, /already have/);
    const rows = await server.query('select 1 from users where email = $1', [owner.email]);
    expect(rows).toHaveLength(1);
  });

  it('adds no second account that looks like another, and tells its owner', async () => {
    // Stored before addresses were normalized.
    const older = await server.person({ email: 'jose\u0301@xn--mnich-kva.example' });
    const plain = await server.person({ email: 'look.alike@example.com' });
    for (const [email, owner] of [
      ['\u200blook.alike@example.com\u00a0', plain],
      ['ｌｏｏｋ．ａｌｉｋｅ＠example．com', plain],
    ] as const) {
      const answer = await register(email);
      expect(answer.outcome).toBe('ok');
      await mailTo(owner.email, /already have/);
    }
    for (const email of ['look\u200b.alike@example.com', 'look\u00ad.alike@example.com']) {
      const answer = await register(email);
      expect(answer.error.data.fieldErrors).toEqual({
        email: ['Email contains an invisible character. Type it again.'],
      });
    }
    await register('jos\u00e9@xn--mnich-kva.example');
    const rows = await server.query('select id from users where email like $1 or email like $2', [
      '%xn--mnich-kva%',
      '%alike%',
    ]);
    expect(rows.map(({ id }) => id).toSorted()).toEqual([older.id, plain.id].toSorted());
  });

  it('adds one person if twenty register the same address at the same time', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => register('crowd@example.com')));
    expect(responses.map(({ outcome }) => outcome)).toEqual(Array(20).fill('ok'));
    expect(await server.query("select 1 from users where email = 'crowd@example.com'")).toHaveLength(1);
  });

  it('rejects a common password at its field, and one made of the words of this site', async () => {
    for (const password of ['Password123', 'Waybill-2026!', 'waybill.test', 'parcelsShipping1', 'TRACKING tracking']) {
      const answer = await register('weak@example.com', { password });
      const { fieldErrors } = answer.error.data;
      expect(fieldErrors, password).toEqual({ password: ['This password is too common. Choose another one.'] });
    }
    expect(await server.query("select 1 from users where email = 'weak@example.com'")).toHaveLength(0);
  });
});

describe('inviting a colleague', () => {
  const invite = async (email: string, roles = ['dispatcher']) =>
    server.call('userAdmin.inviteUser', { email, roles }, { as: await server.signedIn({ roles: ['manager'] }) });
  const name = { firstName: 'Disa', lastName: 'Patch' };
  const join = (token: string) =>
    server.call('auth.resetPassword', { token, password: NEW_PASSWORD, name }, from(server.newAddress()));
  const check = (token: string) => server.call('auth.checkResetLink', { token }, from(server.newAddress()));

  it('emails a link that sets name and password, once, and then the roles count', async () => {
    const email = 'new.colleague@example.com';
    const { id } = (await invite(email)).data;
    const mail = await mailTo(email, /^Join/);
    expect(mail.text).toMatch(/invited to .* as dispatcher.*works once, for 24 hours/s);
    const token = tokenIn(mail.text);
    expect((await check(token)).data).toEqual({ ok: true, asksName: true });
    expect((await join(token)).outcome).toBe('ok');
    expect((await join(token)).outcome).toBe('BAD_REQUEST');
    const signedIn = await server.call('auth.login', { email, password: NEW_PASSWORD }, from(server.newAddress()));
    const profile = await server.call('auth.profile', undefined, { as: { token: signedIn.data.token } as Person });
    expect(profile.data).toMatchObject({ id, ...name, roles: ['dispatcher'], verified: true, dob: null, address: '' });
    expect((await invite(email)).error.data.fieldErrors).toEqual({
      email: ['This address already has an account. Change its roles on its page.'],
    });
  });

  it('ends with its link after a day, and can be done again until it was used', async () => {
    const email = 'slow.colleague@example.com';
    const { id } = (await invite(email)).data;
    const first = tokenIn((await mailTo(email, /^Join/)).text);
    await server.query("update one_time_tokens set expires_at = expires_at - interval '24 hours' where user_id = $1", [
      id,
    ]);
    expect((await join(first)).outcome).toBe('BAD_REQUEST');
    expect((await invite(email, ['courier'])).data).toEqual({ id });
    const [user] = await server.query('select roles from users where id = $1', [id]);
    expect(user?.roles).toEqual(['courier']);
  });

  it('refuses an address that somebody has registered, and changes nothing', async () => {
    await register('somebody.else@example.com');
    const answer = await invite('somebody.else@example.com', ['manager']);
    expect(Object.keys(answer.error.data.fieldErrors ?? {})).toEqual(['email']);
    const [user] = await server.query("select roles from users where email = 'somebody.else@example.com'");
    expect(user?.roles).toEqual([]);
  });
});

describe('verifying', () => {
  it('links the shipments with that address if no account is linked', async () => {
    const other = await server.person();
    const free = await server.parcel({ receiverEmail: 'awaited@example.com' });
    const owned = await server.parcel({ senderEmail: 'awaited@example.com' });
    await server.query('update shipments set sender_id = $2 where id = $1', [owned.id, other.id]);
    await register('awaited@example.com');
    const token = tokenIn((await mailTo('awaited@example.com', /Verify/)).text);
    const verified = await verify(token, NEW_PASSWORD);
    expect(verified.data).toEqual({ ok: true, email: 'awaited@example.com' });

    const [user] = await server.query("select id, verified from users where email = 'awaited@example.com'");
    expect(user?.verified).toBe(true);
    const [linked] = await server.query('select receiver_id from shipments where id = $1', [free.id]);
    expect(linked?.receiver_id).toBe(user?.id);
    const [kept] = await server.query('select sender_id from shipments where id = $1', [owned.id]);
    expect(kept?.sender_id).toBe(other.id);
  });

  it('accepts a token once, even from twenty at the same time', async () => {
    await register('once@example.com');
    const token = tokenIn((await mailTo('once@example.com', /Verify/)).text);
    const responses = await Promise.all(Array.from({ length: 20 }, () => verify(token, NEW_PASSWORD)));
    // A busy machine may not get to all of them: those are rejected before they are checked.
    const looked = responses.filter(({ outcome }) => outcome !== 'SERVICE_UNAVAILABLE').map(({ data }) => data);
    expect(looked.filter(({ email }) => email !== undefined)).toEqual([{ ok: true, email: 'once@example.com' }]);
    const audited = await server.query(
      `select 1 from audit_entries join users on users.id = entity_id
       where procedure = 'auth.verify' and entity = 'user' and users.email = 'once@example.com'`,
    );
    expect(audited).toHaveLength(1);
  });

  it('accepts a used link again, without returning the address or changing anything', async () => {
    await register('twice@example.com');
    const token = tokenIn((await mailTo('twice@example.com', /Verify/)).text);
    const address = server.newAddress();
    expect((await server.call('auth.verify', { token, password: NEW_PASSWORD }, { address })).data.email).toBeDefined();
    const before = await server.fingerprint();
    const stranger = await server.newSession(await server.person({ verified: false }));
    const again = await server.fingerprint();
    expect(again).not.toEqual(before);
    for (const as of [undefined, stranger])
      for (const password of [undefined, NEW_PASSWORD, 'wrong'])
        expect((await server.call('auth.verify', { token, password }, { as, address })).data).toEqual({ ok: true });
    // It verifies nobody else, and is closed if the person is deleted or changes address.
    expect(await server.fingerprint()).toEqual(again);
    for (const change of ['deleted_at = now()', "deleted_at = null, email = 'moved@example.com'"]) {
      await server.query(`update users set ${change} where email in ('twice@example.com', 'moved@example.com')`);
      expect((await server.call('auth.verify', { token }, { address })).outcome).toBe('BAD_REQUEST');
    }
  });

  it('rejects a token that has expired, was forged, or is for resetting a password', async () => {
    await register('late@example.com');
    const token = tokenIn((await mailTo('late@example.com', /Verify/)).text);
    await server.query("update one_time_tokens set expires_at = now() - interval '1 second'");
    const person = await server.person({ verified: false });
    await forget(person.email);
    const reset = tokenIn((await mailTo(person.email, /Reset/)).text);
    for (const wrong of [token, reset, 'x'.repeat(43)]) {
      for (const password of [undefined, NEW_PASSWORD, PASSWORD]) {
        const { error } = await verify(wrong, password);
        expect(error.message).toBe('This link has already been used or has expired. Request a new one.');
      }
    }
    const rows = await server.query('select 1 from users where email = any($1) and verified', [
      ['late@example.com', person.email],
    ]);
    expect(rows).toHaveLength(0);
  });

  it('emails a new link to a signed-in user who is not verified, up to three an hour', async () => {
    const ask = async (verified: boolean) => {
      const { id, email } = await server.person({ verified });
      const as = await server.newSession({ id });
      const responses = [];
      for (let count = 0; count < 4; count += 1)
        responses.push(await server.call('auth.requestVerification', undefined, { as }));
      const mails = await server.query("select 1 from mails where receiver = $1 and kind = 'verify-email'", [email]);
      return {
        responses: responses.map(({ outcome, body }) => (outcome === 'ok' ? body : outcome)),
        mails: mails.length,
      };
    };
    const [sent, unsent] = [true, false].map((sent) => JSON.stringify({ result: { data: { sent } } }));
    expect(await ask(false)).toEqual({ responses: [sent, sent, sent, 'TOO_MANY_REQUESTS'], mails: 3 });
    expect(await ask(true)).toMatchObject({ responses: [unsent, unsent, unsent, expect.anything()], mails: 0 });
  });
});

describe('an account that someone else has created with my address', () => {
  const THEIRS = 'Attackers-lamp-13';
  let count = 0;

  /** The attacker's registration and session, and the link that is in my mailbox. */
  async function registered() {
    count += 1;
    const email = `mine-${count}@example.com`;
    const parcel = await server.parcel({ receiverEmail: email });
    const theirs = { password: THEIRS, firstName: 'Mallory', phone: '+1 900 555 0199' };
    await register(email, theirs);
    const token = tokenIn((await mailTo(email, /Verify/)).text);
    const [user] = await server.query<{ id: string }>('select id from users where email = $1', [email]);
    const attacker = await server.signIn({ id: user?.id ?? '', email, password: THEIRS, token: '' });
    return { id: user?.id ?? '', email, parcel, token, attacker };
  }

  const isOpen = async (token: string) => {
    const hash = createHash('sha256').update(token).digest();
    const [row] = await server.query('select used_at from one_time_tokens where token_hash = $1', [hash]);
    return row?.used_at === null;
  };
  const details = (parcel: { trackingId: string }, as: { token: string }) =>
    server
      .call('shipment.getShipmentByTrackingId', { trackingId: parcel.trackingId }, { as })
      .then(({ data }) => data.access);

  it('is not verified when I open the link, with any password and any user signed in', async () => {
    const { email, parcel, token, attacker } = await registered();
    const other = await server.signInAs('unverified');
    const manager = await server.signInAs('manager');
    const before = await server.fingerprint();
    for (const as of [undefined, other, manager]) {
      const verify = (password?: string) =>
        server.call('auth.verify', { token, password }, { as, address: server.newAddress() });
      expect((await verify()).error.data.fieldErrors).toEqual({ password: ['Enter this account’s password.'] });
      for (const wrong of [NEW_PASSWORD, PASSWORD, THEIRS.toLowerCase()]) {
        const answer = await verify(wrong);
        expect(answer.status).toBe(400);
        expect(answer.error.data.fieldErrors).toEqual({ password: ['This isn’t this account’s password.'] });
      }
    }
    expect(await server.fingerprint()).toEqual(before);
    expect(await isOpen(token)).toBe(true);
    expect(await details(parcel, attacker)).toBe('overview');
    // If the account itself is signed in, the link is enough.
    expect((await server.call('auth.verify', { token }, { as: attacker })).data).toEqual({ ok: true, email });
    expect(await isOpen(token)).toBe(false);
  });

  it('takes only so many guesses at the password, however many links others try', async () => {
    const { token } = await registered();
    const address = server.newAddress();
    const verify = (password?: string) => server.call('auth.verify', { token, password }, { address });
    // To be asked for the password is no guess.
    for (let index = 0; index < limitRules.linkPassword.points; index += 1)
      expect((await verify()).outcome).toBe('BAD_REQUEST');
    for (let index = 0; index < limitRules.linkPassword.points; index += 1)
      expect((await verify(`guess ${index}`)).outcome).toBe('BAD_REQUEST');
    expect((await verify('one more')).outcome).toBe('TOO_MANY_REQUESTS');
    expect((await verify(THEIRS)).outcome).toBe('TOO_MANY_REQUESTS');
    const other = { token: (await registered()).token, password: THEIRS };
    expect((await server.call('auth.verify', other, { address })).outcome).toBe('ok');
  });

  it('is mine with a new password: their sessions, password, links and text are gone', async () => {
    const { id, email, parcel, token, attacker } = await registered();
    await server.call('auth.requestVerification', undefined, { as: attacker });
    await forget(email);
    const second = await until('the second link came', () => {
      const [, again] = sink.mails.filter(
        ({ receivers, subject = '' }) => receivers[0] === email && /Verify/.test(subject),
      );
      return again && tokenIn(again.text);
    });
    const forgotten = tokenIn((await mailTo(email, /Reset/)).text);

    expect((await reset(token)).data).toMatchObject({ ok: true });
    for (const procedure of ['auth.profile', 'user.getSessions'] as const)
      expect((await server.call(procedure, undefined, { as: attacker })).outcome).toBe('UNAUTHORIZED');
    expect(await server.query('select 1 from sessions where user_id = $1', [id])).toEqual([]);
    expect(await details(parcel, attacker)).toBe('overview');
    expect((await login(email, THEIRS)).outcome).toBe('UNAUTHORIZED');
    for (const link of [token, second, forgotten]) {
      expect((await reset(link, 'Another-lamp-43')).outcome).toBe('BAD_REQUEST');
      const check = await server.call('auth.checkResetLink', { token: link }, from(server.newAddress()));
      expect(check.outcome).toBe('BAD_REQUEST');
      const verified = await verify(link, THEIRS);
      if (link === forgotten) expect(verified.outcome).toBe('BAD_REQUEST');
      else expect(verified.data).toEqual({ ok: true });
    }

    const owner = await server.signIn({ id, email, password: NEW_PASSWORD, token: '' });
    const profile = (await server.call('auth.profile', undefined, { as: owner })).data;
    const empty = { firstName: '', lastName: '', phone: null, dob: null, address: '', city: '', state: '' };
    expect(profile).toEqual({
      ...empty,
      nationality: '',
      doorNote: '',
      csvStyle: 'comma',
      digest: 'hour',
      id,
      email,
      verified: true,
      header: false,
      courier: false,
      roles: [],
      eraseOn: null,
    });
    expect(await details(parcel, owner)).toBe('detailed');
    const trail = await server.query(
      "select before->>'firstName' as was from audit_entries where entity_id = $1 and procedure = 'auth.resetPassword' and before ? 'firstName'",
      [id],
    );
    expect(trail).toEqual([{ was: 'Mallory' }]);
  });

  it('is mine with a forgotten password too, and a verified one keeps its profile', async () => {
    const { id, email } = await registered();
    const known = await server.person({ email: 'known@example.com', firstName: 'Known', city: 'Uppsala' });
    for (const address of [email, known.email]) {
      await forget(address);
      const token = tokenIn((await mailTo(address, /Reset/)).text);
      await reset(token);
    }
    const rows = await server.query(
      'select first_name, phone, city, verified from users where id = any($1) order by email',
      [[id, known.id]],
    );
    expect(rows).toEqual([
      { first_name: 'Known', phone: null, city: 'Uppsala', verified: true },
      { first_name: '', phone: null, city: '', verified: true },
    ]);
  });

  it('is mine even if they sign in, request links and verify at the same time', async () => {
    for (let round = 0; round < 2; round += 1) {
      const { id, email, token, attacker } = await registered();
      const attack = () => [
        ...Array.from({ length: 3 }, () => login(email, THEIRS)),
        server.call('auth.requestVerification', undefined, { as: attacker }),
      ];
      const during = attack();
      const mine = reset(token);
      const [answer] = await Promise.all([mine, ...during, ...attack()]);
      expect(answer.outcome).toBe('ok');
      expect(await server.query('select 1 from sessions where user_id = $1', [id])).toEqual([]);
    }
  });

  it('gives its one link either a new password or the old one, never both', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { email, token } = await registered();
      const [verified, changed] = await Promise.all([verify(token, THEIRS), reset(token)]);
      const hasVerified = verified.data.email !== undefined;
      expect(changed.outcome).toBe(hasVerified ? 'BAD_REQUEST' : 'ok');
      const password = hasVerified ? THEIRS : NEW_PASSWORD;
      expect((await login(email, password)).outcome).toBe('ok');
    }
  });

  it('is not verified by a late link once it is verified otherwise', async () => {
    const { id, token } = await registered();
    await server.query('update users set verified = true where id = $1', [id]);
    const before = await server.fingerprint();
    expect((await verify(token, THEIRS)).data).toEqual({ ok: true });
    expect((await reset(token)).outcome).toBe('BAD_REQUEST');
    expect(await server.fingerprint()).toEqual(before);
  });

  it('is not verified when a manager promotes me: I set a password first', async () => {
    const { email, attacker } = await registered();
    expect((await server.inUnit((unit) => appointManager(unit, email))).token).not.toBeNull();
    expect((await server.call('shipmentAdmin.getShipments', { page: {} }, { as: attacker })).outcome).toBe('FORBIDDEN');
    const token = tokenIn((await mailTo(email, /Set your/)).text);
    await reset(token);
    expect((await server.call('auth.profile', undefined, { as: attacker })).outcome).toBe('UNAUTHORIZED');
    const owner = await server.signIn({ id: '', email, password: NEW_PASSWORD, token: '' });
    expect((await server.call('shipmentAdmin.getShipments', { page: {} }, { as: owner })).outcome).toBe('ok');
  });
});

describe('emails that anyone may request', () => {
  it('are limited to three at once per address, for every kind and caller, with the same responses', async () => {
    const taken = await server.person({ email: 'bombed@example.com' });
    const waiting = await server.signInAs('unverified', { email: 'bombed-too@example.com' });
    const bodies = new Set<string>();
    for (const email of [taken.email, waiting.email, 'bombed-new@example.com', 'bombed-unknown@example.com']) {
      for (let index = 0; index < 5; index += 1) {
        const isNew = email.includes('unknown');
        if (!isNew) bodies.add((await register(email)).body);
        bodies.add((await forget(email)).body);
      }
    }
    expect(bodies.size).toBe(1);
    const rows = await server.query(
      "select receiver, count(*)::int as mails from mails where receiver like 'bombed%' group by 1 order by 1",
    );
    expect(rows).toEqual([
      { receiver: 'bombed-new@example.com', mails: 3 },
      { receiver: 'bombed-too@example.com', mails: 3 },
      { receiver: 'bombed@example.com', mails: 3 },
    ]);
  });

  it('count together with the links a signed-in user requests, who learns when nothing is sent', async () => {
    const person = await server.signInAs('unverified');
    for (let index = 0; index < 3; index += 1) await register(person.email);
    const refused = await server.call('auth.requestVerification', undefined, { as: person });
    expect(refused.outcome).toBe('TOO_MANY_REQUESTS');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(200);
    expect(await server.query('select distinct kind from mails where receiver = $1', [person.email])).toEqual([
      { kind: 'address-taken' },
    ]);
  });

  it("each have a link that lets the owner in, so that nobody is locked out by others' requests", async () => {
    const owner = await server.person();
    for (let index = 0; index < 4; index += 1) await register(owner.email);
    const token = tokenIn((await mailTo(owner.email, /already have/)).text);
    expect((await reset(token)).outcome).toBe('ok');
  });

  it('use a name only for the owner of a verified address, since a stranger may have typed it', async () => {
    const stranger = await server.person({ verified: false, firstName: 'You have won at http://evil.example' });
    const owner = await server.person({ firstName: 'Grace' });
    for (const { email } of [stranger, owner]) {
      await register(email);
      await forget(email);
    }
    await server.call('auth.requestVerification', undefined, { as: await server.newSession(stranger) });
    for (const subject of [/already have/, /Reset/, /Verify/]) {
      const mail = await mailTo(stranger.email, subject);
      expect(mail.text).toMatch(/^Hello,/);
      expect(mail.raw).not.toContain('evil.example');
    }
    for (const subject of [/already have/, /Reset/])
      expect((await mailTo(owner.email, subject)).text).toMatch(/^Hello Grace,/);
  });

  it('verify nobody who was verified before they are sent', async () => {
    const database = await testDatabase();
    const environment = { SMTP_URL: sink.url };
    const idle = await testServer({ database, environment });
    await idle.call('auth.register', registration('quick@example.com'));
    await idle.query("update users set verified = true where email = 'quick@example.com'");
    await idle.close();
    const working = await testServer({ worker: true, database, environment });
    await until('it is dropped', async () => {
      const [mail] = await working.query('select state from mails');
      return mail?.state === 'dropped';
    });
    expect(await working.query('select 1 from one_time_tokens')).toEqual([]);
    await working.close();
  });
});

it('a name that the rules of today refuse is shown, and its owner can sign in', async () => {
  const odd = await server.signInAs('customer', { firstName: 'http://4711', lastName: '@home' });
  const { data } = await server.call('auth.profile', undefined, { as: odd });
  expect([data.firstName, data.lastName]).toEqual(['http://4711', '@home']);
});

describe('a person can change', () => {
  it('their profile, with a record of the old one, and neither their address nor their rights', async () => {
    const person = await server.person();
    const token = await server.newSession(person);
    const { email, password, ...fields } = registration('ignored@example.com', { city: 'Newport News' });
    expect((await server.call('user.updateProfile', fields, { as: token })).outcome).toBe('ok');
    const profile = await server.call('auth.profile', undefined, { as: token });
    expect(profile.data).toMatchObject({ city: 'Newport News', email: person.email, header: false });
    const [trail] = await server.query('select before, after, actor_id from audit_entries where entity_id = $1', [
      person.id,
    ]);
    expect(trail).toMatchObject({ actor_id: person.id, after: { city: 'Newport News' } });
  });

  it('their profile on two devices, each without undoing what the other saved', async () => {
    const as = await server.signInAs('customer');
    const { email, password, ...base } = registration('ignored@example.com', { address: '1 Orbit Lane' });
    const update = (changes: object, seen?: object) =>
      server.call('user.updateProfile', { ...base, ...changes, ...(seen && { base: seen }) }, { as });
    const profile = async () => (await server.call('auth.profile', undefined, { as })).data;
    await update({});
    await update({ address: '2 Orbit Lane', dob: '1990-01-02' }, base);

    expect((await update({ city: 'Newport News' }, base)).outcome).toBe('ok');
    expect(await profile()).toMatchObject({ address: '2 Orbit Lane', dob: '1990-01-02', city: 'Newport News' });

    const theirs = { address: '3 Orbit Lane', dob: '1991-01-02', city: 'Newport News' };
    const answer = await update(theirs, base);
    expect(answer.status).toBe(409);
    expect(answer.error.data.fieldErrors).toEqual({
      address: ['You changed this elsewhere to “2 Orbit Lane”. Save again to replace it.'],
      dob: ['You changed this elsewhere. Save again to replace it.'],
    });
    expect((await update(theirs, { ...base, address: '2 Orbit Lane', dob: '1990-01-02' })).outcome).toBe('ok');
    expect(await profile()).toMatchObject(theirs);
  });

  it('their password: the current one must be right, the new one another, and all sessions end', async () => {
    const person = await server.person();
    const [as, other] = [await server.newSession(person), await server.newSession(person)];
    const change = (currentPassword: string, password: string) =>
      server.call('user.updatePassword', { currentPassword, password, confirmPassword: password }, { as });
    for (const [current, password, fieldErrors] of [
      ['wrong', NEW_PASSWORD, { currentPassword: ['This isn’t your current password.'] }],
      [PASSWORD, PASSWORD, { password: ['This is your current password. Choose another one.'] }],
      [PASSWORD, 'password1', { password: ['This password is too common. Choose another one.'] }],
    ] as const)
      expect((await change(current, password)).error.data.fieldErrors).toEqual(fieldErrors);
    expect((await change(PASSWORD, NEW_PASSWORD)).outcome).toBe('ok');
    for (const ended of [as, other])
      expect((await server.call('auth.profile', undefined, { as: ended })).outcome).toBe('UNAUTHORIZED');
  });

  it('where they are signed in: their own devices only', async () => {
    const person = await server.person();
    const stranger = await server.person();
    const token = await server.newSession(person);
    const other = await server.newSession(person);
    const foreign = await server.newSession(stranger);
    const listed = await server.call('user.getSessions', undefined, { as: token });
    const sessions = listed.data as { id: string; current: boolean }[];
    expect(sessions).toHaveLength(2);
    expect(sessions.filter(({ current }) => current)).toHaveLength(1);
    const [theirs] = (await server.call('user.getSessions', undefined, { as: foreign })).data as { id: string }[];
    expect((await server.call('user.endSession', { id: theirs?.id }, { as: token })).outcome).toBe('NOT_FOUND');
    expect((await server.call('auth.profile', undefined, { as: foreign })).outcome).toBe('ok');
    const end = sessions.find(({ current }) => !current);
    expect((await server.call('user.endSession', { id: end?.id }, { as: token })).outcome).toBe('ok');
    expect((await server.call('auth.profile', undefined, { as: other })).outcome).toBe('UNAUTHORIZED');
  });
});

describe('a passphrase', () => {
  it('is the same whatever keyboard wrote it', async () => {
    const email = 'passphrase@example.com';
    const chosen = { password: 'L’e\u0301te\u0301 a\u0300 la plage' };
    expect((await register(email, chosen)).outcome).toBe('ok');
    for (const typed of ["L'été à la plage", 'L’été\u00a0à la plage', 'Ｌ’été à la plage', chosen.password])
      expect((await login(email, typed)).outcome, typed).toBe('ok');
    for (const typed of ["l'été à la plage", "L'ete a la plage", "L'été à la plage "])
      expect((await login(email, typed)).outcome, typed).toBe('UNAUTHORIZED');
  });

  it('that was hashed as it was typed still works, and from then on in any spelling', async () => {
    const typed = 'cafe\u0301 “au lait”';
    const person = await server.person({ passwordHash: await hash(typed) });
    const changedAt = () => server.query('select password_changed_at from users where id = $1', [person.id]);
    const before = await changedAt();
    expect((await login(person.email, 'café "au thé"')).outcome).toBe('UNAUTHORIZED');
    expect((await login(person.email, typed)).outcome).toBe('ok');
    expect((await login(person.email, 'café "au lait"')).outcome).toBe('ok');
    expect(await changedAt()).toEqual(before);
  });

  it('of an older account opens it, however its address was stored', async () => {
    const person = await server.person({ email: 'rene\u0301@older.example' });
    for (const typed of [person.email, 'RENÉ@older.example', ' \u200brené@older.example'])
      expect((await login(typed, person.password)).outcome, typed).toBe('ok');
  });
});
