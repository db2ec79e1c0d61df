import { describe, expect, it } from 'vitest';
import { mailFactor } from '../../server/mail/mail-events.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { PASSWORD, type Person, PUBLIC_URL } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';

const sink = await startSmtpSink();
const server = await testServer({ worker: true, environment: { SMTP_URL: sink.url } });

const NEW_PASSWORD = 'Quay-side-lamp-42';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

interface From {
  ticket?: string | undefined;
  device?: string;
  address?: string;
}

const login = (email: string, { ticket, device = CHROME, address = '198.51.100.77' }: From = {}) =>
  server.call(
    'auth.login',
    { email, password: PASSWORD },
    { address, headers: { 'user-agent': device, ...(ticket !== undefined && { 'x-device-ticket': ticket }) } },
  );
const mailTo = (email: string, subject: RegExp) =>
  sink.mail(({ receivers, subject: of = '' }) => receivers.includes(email) && subject.test(of));
const kindsTo = async (email: string) =>
  (await server.query<{ kind: string }>('select kind from mails where receiver = $1 order by id', [email])).map(
    ({ kind }) => kind,
  );
const tokenIn = (text = '') => /not-me\?token=([\w-]+)/.exec(text)?.[1] ?? '';
const secure = (token: string) => server.call('auth.secureAccount', { token });
const isOpen = async (token: string) => (await server.call('auth.profile', undefined, { as: token })).outcome === 'ok';

/** Somebody who has signed in before, on a device that the account knows. */
async function regular(): Promise<Person & { ticket: string | undefined }> {
  const person = await server.person();
  const { token, deviceTicket } = (await login(person.email)).data;
  return { ...person, token, ticket: deviceTicket };
}

describe('a login', () => {
  it('on another device sends an email with device, network and time', async () => {
    const person = await regular();
    expect(await kindsTo(person.email)).toEqual([]);
    await login(person.email, { device: FIREFOX, address: '203.0.113.9' });
    const mail = await mailTo(person.email, /^New login to your/);
    expect(mail.text).toMatch(/Device: Firefox on Linux\nNetwork: 203\.0\.113\.0\/24\nTime: \d+ \w+ \d{4}, \d\d:\d\d/);
    expect(mail.text).toContain(`This was not me: ${PUBLIC_URL}/not-me?token=`);
    expect(mail.html).toContain('This was not me');
    expect(mail.raw).not.toContain('203.0.113.9');
  });

  it('is silent the first time, and on a device that the account knows', async () => {
    const person = await regular();
    await login(person.email, { ticket: person.ticket, device: FIREFOX, address: '203.0.113.10' });
    expect(await kindsTo(person.email)).toEqual([]);
  });

  it('with the ticket of another account is one on another device', async () => {
    const [person, other] = [await regular(), await regular()];
    await login(person.email, { ticket: other.ticket, device: FIREFOX });
    expect(await kindsTo(person.email)).toEqual(['new-sign-in']);
  });

  it('whose response was lost sends one email', async () => {
    const person = await regular();
    for (const _ of [1, 2, 3]) await login(person.email, { device: FIREFOX });
    expect(await kindsTo(person.email)).toEqual(['new-sign-in']);
  });

  it('with a wrong password, or to an address that is not verified, is not', async () => {
    const person = await server.person({ verified: false });
    for (const device of [CHROME, FIREFOX]) await login(person.email, { device });
    const known = await regular();
    await server.call(
      'auth.login',
      { email: known.email, password: 'wrong' },
      { headers: { 'user-agent': FIREFOX }, address: server.newAddress() },
    );
    expect([await kindsTo(person.email), await kindsTo(known.email)]).toEqual([[], []]);
  });

  it('on a first and a second device at once sends one email', async () => {
    const person = await server.person();
    await Promise.all([login(person.email, { device: FIREFOX }), login(person.email, { address: '203.0.113.1' })]);
    expect(await kindsTo(person.email)).toEqual(['new-sign-in']);
  });
});

describe('a changed password', () => {
  it('sends an email', async () => {
    const person = await regular();
    const input = { currentPassword: PASSWORD, password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
    await server.call('user.updatePassword', input, { as: person });
    const mail = await mailTo(person.email, /password was changed/);
    expect(tokenIn(mail.text)).not.toBe('');
    expect(await kindsTo(person.email)).toEqual(['password-changed']);
  });

  it('by a link sends an email, but not a first one', async () => {
    const invited = await server.person({ passwordHash: null });
    const person = await regular();
    for (const one of [person, invited]) {
      const token = await server.linkToken(one);
      expect((await server.call('auth.resetPassword', { token, password: NEW_PASSWORD })).outcome).toBe('ok');
    }
    expect([await kindsTo(person.email), await kindsTo(invited.email)]).toEqual([['password-changed'], []]);
  });
});

it('a new passkey sends an email', async () => {
  const person = await regular();
  await server.inUnit((unit) => mailFactor(unit, 'factor-added', person, { factor: 'passkey', name: 'Ada’s phone' }));
  const mail = await mailTo(person.email, /^New passkey/);
  expect(mail.text).toContain('Name: Ada’s phone');
  expect(tokenIn(mail.text)).not.toBe('');
});

describe('the link of such an email', () => {
  it('ends all sessions and the password, and leads to a new one', async () => {
    const person = await regular();
    const stranger = (await login(person.email, { device: FIREFOX })).data.token;
    const bystander = await regular();
    const token = tokenIn((await mailTo(person.email, /^New login/)).text);
    expect((await server.call('auth.checkNotMeLink', { token })).data).toEqual({
      email: person.email,
      restoresEmail: false,
      newFactors: null,
    });
    expect(await isOpen(stranger)).toBe(true);
    const { data } = await secure(token);
    expect([await isOpen(stranger), await isOpen(person.token), await isOpen(bystander.token)]).toEqual([
      false,
      false,
      true,
    ]);
    expect((await login(person.email)).outcome).toBe('UNAUTHORIZED');
    expect((await server.call('auth.resetPassword', { token: data.token, password: NEW_PASSWORD })).outcome).toBe('ok');
    // The person knows what they did.
    expect(await kindsTo(person.email)).toEqual(['new-sign-in']);
  });

  it('works once, even from five at the same time', async () => {
    const person = await regular();
    await login(person.email, { device: FIREFOX });
    const token = tokenIn((await mailTo(person.email, /^New login/)).text);
    const responses = await Promise.all(Array.from({ length: 5 }, () => secure(token)));
    expect(responses.map(({ outcome }) => outcome).filter((outcome) => outcome === 'ok')).toHaveLength(1);
    expect((await secure(token)).error.message).toMatch(/already been used/);
  });

  it('is no link to a new password, and the other way round', async () => {
    const person = await regular();
    await login(person.email, { device: FIREFOX });
    const token = tokenIn((await mailTo(person.email, /^New login/)).text);
    expect((await server.call('auth.resetPassword', { token, password: NEW_PASSWORD })).outcome).toBe('BAD_REQUEST');
    expect((await server.call('auth.verify', { token, password: PASSWORD })).outcome).toBe('BAD_REQUEST');
    const [reset, verify] = [await server.linkToken(person), await server.linkToken(person, { purpose: 'verify' })];
    for (const other of [reset, verify]) expect((await secure(other)).outcome).toBe('BAD_REQUEST');
    expect(await isOpen(person.token)).toBe(true);
  });

  it('is stored nowhere, and is masked for managers', async () => {
    const person = await regular();
    await login(person.email, { device: FIREFOX });
    const token = tokenIn((await mailTo(person.email, /^New login/)).text);
    expect(await server.everythingStored()).not.toContain(token);
  });
});

it('a link to a new password works for ten minutes', async () => {
  const person = await server.person();
  await server.call('auth.forgotPassword', { email: person.email }, { address: server.newAddress() });
  const mail = await mailTo(person.email, /^Reset your/);
  expect(mail.text).toContain('The link works once, for 10 minutes.');
  const [row] = await server.query(
    "select extract(epoch from expires_at - created_at)::int as life from one_time_tokens where user_id = $1 and purpose = 'reset'",
    [person.id],
  );
  expect(row).toEqual({ life: 600 });
});

describe('where someone is logged in', () => {
  it('is shown by device and network', async () => {
    const person = await regular();
    await login(person.email, { device: FIREFOX, address: '2001:db8:1:2::3' });
    const { data } = await server.call('user.getSessions', undefined, { as: person });
    expect(data.map(({ device, network }) => [device, network]).toSorted()).toEqual([
      ['Chrome on Linux', '198.51.100.0/24'],
      ['Firefox on Linux', '2001:db8:1::/48'],
    ]);
    const stored = await server.query('select s::text from sessions s union all select m::text from mails m');
    expect(JSON.stringify(stored)).not.toMatch(/198\.51\.100\.77|2001:db8:1:2/);
  });

  it('is shown by the network of its last use', async () => {
    const person = await regular();
    const networks = async (address: string) => {
      const { data } = await server.call('user.getSessions', undefined, { as: person, address });
      return data.map(({ network }) => network);
    };
    const before = await networks('203.0.113.9');
    await server.query("update sessions set last_seen_at = now() - interval '6 minutes' where user_id = $1", [
      person.id,
    ]);
    await networks('203.0.113.9');
    expect([before, await networks('192.0.2.1')]).toEqual([['198.51.100.0/24'], ['203.0.113.0/24']]);
  });

  it('ends everywhere else at once, and nobody else is logged out', async () => {
    const [person, other] = [await regular(), await regular()];
    const elsewhere = [await server.newSession(person), await server.newSession(person)];
    expect((await server.call('user.endOtherSessions', undefined, { as: person })).data).toEqual({ ended: 2 });
    for (const token of elsewhere) expect(await isOpen(token)).toBe(false);
    for (const token of [person.token, other.token]) expect(await isOpen(token)).toBe(true);
    expect((await server.call('user.endOtherSessions', undefined, { as: person })).data).toEqual({ ended: 0 });
  });
});
