import { describe, expect, it } from 'vitest';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { PASSWORD } from '../support/test-server.ts';
import { until } from '../support/until.ts';
import { testServer } from '../support/vitest.ts';

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

describe('registering', () => {
  it('adds an unverified person without rights, and mails a link from PUBLIC_URL whatever the Host header says', async () => {
    const answer = await server.call(
      'auth.register',
      registration('New.Person@Example.com'),
      from('10.1.0.1', { host: 'evil.example' }),
    );
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

  it('answers alike for an address that is taken, adds nobody and mails its owner', async () => {
    const owner = await server.person({ email: 'owner.of.address@example.com' });
    const known = await server.call('auth.register', registration(owner.email), from('10.1.0.2'));
    const unknown = await server.call('auth.register', registration('not.taken@example.com'), from('10.1.0.2'));
    expect(known.body).toEqual(unknown.body);
    expect((await mailTo(owner.email, /already have/)).text).not.toContain('token=');
    const rows = await server.query('select 1 from users where email = $1', [owner.email]);
    expect(rows).toHaveLength(1);
  });

  it('adds one person where twenty register the same address at the same time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        server.call('auth.register', registration('crowd@example.com'), from(`10.2.0.${index}`)),
      ),
    );
    expect(answers.map(({ outcome }) => outcome)).toEqual(Array(20).fill('ok'));
    expect(await server.query("select 1 from users where email = 'crowd@example.com'")).toHaveLength(1);
  });

  it('refuses a common password at its field, and one made of the words of this site', async () => {
    for (const password of ['Password123', 'Waybill-2026!', 'waybill.test', 'parcelsShipping1', 'TRACKING tracking']) {
      const answer = await server.call(
        'auth.register',
        registration('weak@example.com', { password }),
        from('10.1.0.3'),
      );
      const { fieldErrors } = answer.error.data;
      expect(fieldErrors, password).toEqual({ password: ['This password is too common. Choose another one.'] });
    }
    expect(await server.query("select 1 from users where email = 'weak@example.com'")).toHaveLength(0);
  });

  it.each(['header', 'verified', 'manager', 'id', 'passwordHash'])(
    'refuses %s, which nobody gives themselves',
    async (field) => {
      const answer = await server.call(
        'auth.register',
        registration('sly@example.com', { [field]: true }),
        from('10.1.0.4'),
      );
      expect(answer.outcome).toBe('BAD_REQUEST');
      expect(await server.query("select 1 from users where email = 'sly@example.com'")).toHaveLength(0);
    },
  );
});

describe('verifying', () => {
  it('links the shipments that carry the address, only where no account is linked', async () => {
    const other = await server.person();
    const free = await server.parcel({ receiverEmail: 'awaited@example.com' });
    const owned = await server.parcel({ senderEmail: 'awaited@example.com' });
    await server.query('update shipments set sender_id = $2 where id = $1', [owned.id, other.id]);
    await server.call('auth.register', registration('awaited@example.com'), from('10.3.0.1'));
    const token = tokenIn((await mailTo('awaited@example.com', /Verify/)).text);
    expect((await server.call('auth.verify', { token }, from('10.3.0.1'))).outcome).toBe('ok');

    const [user] = await server.query("select id, verified from users where email = 'awaited@example.com'");
    expect(user?.verified).toBe(true);
    const [linked] = await server.query('select receiver_id from shipments where id = $1', [free.id]);
    expect(linked?.receiver_id).toBe(user?.id);
    const [kept] = await server.query('select sender_id from shipments where id = $1', [owned.id]);
    expect(kept?.sender_id).toBe(other.id);
  });

  it('takes a token once, of fifty at the same time too', async () => {
    await server.call('auth.register', registration('once@example.com'), from('10.3.1.1'));
    const token = tokenIn((await mailTo('once@example.com', /Verify/)).text);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => server.call('auth.verify', { token }, from(`10.4.0.${index}`))),
    );
    expect(answers.filter(({ outcome }) => outcome === 'ok')).toHaveLength(1);
    expect(new Set(answers.map(({ outcome }) => outcome))).toEqual(new Set(['ok', 'BAD_REQUEST']));
  });

  it('refuses a token that has expired, was forged, or was made to reset a password', async () => {
    await server.call('auth.register', registration('late@example.com'), from('10.3.2.1'));
    const token = tokenIn((await mailTo('late@example.com', /Verify/)).text);
    await server.query("update one_time_tokens set expires_at = now() - interval '1 second'");
    const person = await server.person({ verified: false });
    await server.call('auth.forgotPassword', { email: person.email }, from('10.3.2.2'));
    const reset = tokenIn((await mailTo(person.email, /Reset/)).text);
    for (const wrong of [token, reset, 'x'.repeat(43)]) {
      const answer = await server.call('auth.verify', { token: wrong }, from('10.3.2.3'));
      expect(answer.error.message).toBe('This link was used already or has expired. Request a new one.');
    }
    const rows = await server.query('select 1 from users where email = any($1) and verified', [
      ['late@example.com', person.email],
    ]);
    expect(rows).toHaveLength(0);
  });

  it('mails a new link to whoever is signed in and not verified yet, three in an hour', async () => {
    const person = await server.person({ verified: false });
    const token = await server.newSession(person);
    const outcomes = [];
    for (let count = 0; count < 4; count += 1)
      outcomes.push((await server.call('auth.requestVerification', undefined, { as: token })).outcome);
    expect(outcomes).toEqual(['ok', 'ok', 'ok', 'TOO_MANY_REQUESTS']);
    expect(
      await server.query("select 1 from mails where receiver = $1 and kind = 'verify-email'", [person.email]),
    ).toHaveLength(3);
  });
});

describe('a forgotten password', () => {
  it('answers alike for known and unknown addresses, and mails the known one three times for a hundred requests', async () => {
    const person = await server.person();
    const bodies = new Set<string>();
    for (let count = 0; count < 50; count += 1) {
      for (const email of [person.email, 'nobody.at.all@example.com']) {
        const answer = await server.call('auth.forgotPassword', { email }, from(`10.5.${count}.1`));
        bodies.add(JSON.stringify(answer.body));
      }
    }
    expect(bodies.size).toBe(1);
    expect(await server.query('select 1 from mails where receiver = $1', [person.email])).toHaveLength(3);
    expect(await server.query("select 1 from mails where receiver = 'nobody.at.all@example.com'")).toHaveLength(0);
  });

  it('is reset once with the mailed link, which ends every session and closes the other links', async () => {
    const person = await server.person();
    const session = await server.newSession(person);
    await server.call('auth.forgotPassword', { email: person.email }, from('10.6.0.1'));
    await server.call('auth.forgotPassword', { email: person.email }, from('10.6.0.1'));
    const mails = await until('both mails came', () => {
      const found = sink.mails.filter(({ receivers }) => receivers.includes(person.email));
      return found.length === 2 && found;
    });
    const [first = '', second = ''] = mails.map(({ text }) => tokenIn(text));
    const input = { token: first, password: NEW_PASSWORD };
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => server.call('auth.resetPassword', input, from(`10.6.1.${index}`))),
    );
    expect(answers.filter(({ outcome }) => outcome === 'ok')).toHaveLength(1);
    expect((await server.call('auth.profile', undefined, { as: session })).outcome).toBe('UNAUTHORIZED');
    const other = await server.call(
      'auth.resetPassword',
      { token: second, password: 'Another-lamp-43' },
      from('10.6.0.2'),
    );
    expect(other.error.message).toBe('This link was used already or has expired. Ask for a new one.');
    const signIn = await server.call('auth.login', { email: person.email, password: NEW_PASSWORD }, from('10.6.0.3'));
    expect(signIn.outcome).toBe('ok');
  });
});

describe('what a person changes of themselves', () => {
  it('is their profile, with a trail of what it was, and neither their address nor their rights', async () => {
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
    for (const field of ['email', 'verified', 'header']) {
      const answer = await server.call('user.updateProfile', { ...fields, [field]: true }, { as: token });
      expect(answer.outcome, field).toBe('BAD_REQUEST');
    }
  });

  it('is their password: the current one must be right, the new one neither common nor the same, and all sessions end', async () => {
    const person = await server.person();
    const token = await server.newSession(person);
    const other = await server.newSession(person);
    const change = (more: Record<string, string>) =>
      server.call(
        'user.updatePassword',
        { currentPassword: PASSWORD, password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD, ...more },
        { as: token },
      );
    expect((await change({ currentPassword: 'wrong' })).error.data.fieldErrors).toEqual({
      currentPassword: ['This is not your current password.'],
    });
    expect((await change({ confirmPassword: 'different' })).error.data.fieldErrors).toEqual({
      confirmPassword: ['The two passwords differ.'],
    });
    expect((await change({ password: PASSWORD, confirmPassword: PASSWORD })).error.data.fieldErrors).toEqual({
      password: ['This is your current password. Choose another one.'],
    });
    expect((await change({ password: 'password1', confirmPassword: 'password1' })).error.data.fieldErrors).toEqual({
      password: ['This password is too common. Choose another one.'],
    });
    expect((await change({})).outcome).toBe('ok');
    for (const ended of [token, other]) {
      expect((await server.call('auth.profile', undefined, { as: ended })).outcome).toBe('UNAUTHORIZED');
    }
  });

  it('is where they are signed in: their own devices only', async () => {
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
