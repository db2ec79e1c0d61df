import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { deleteEndedSessions } from '../../server/auth/store/sessions.ts';
import { verify } from '../../server/base/secrets/hash-thread.ts';
import { hashPassword } from '../../server/base/secrets/passwords.ts';
import { appointManager } from '../../server/people/appoint-manager.ts';
import { ownEverything } from '../support/own-everything.ts';
import { runScript } from '../support/run-script.ts';
import { PASSWORD, PUBLIC_URL, SECRET_KEY } from '../support/test-server.ts';
import { until } from '../support/until.ts';
import { testServer } from '../support/vitest.ts';

// The worker sends mails, here to the development mailbox.
const server = await testServer({ worker: true });

const login = (email: string, password: string, address = server.newAddress()) =>
  server.call('auth.login', { email, password }, { address });
const profile = (token: string) => server.call('auth.profile', undefined, { as: token });

/** Real hashing, with a count of its calls. */
vi.mock(import('../../server/base/secrets/hash-thread.ts'), async (original) => {
  const real = await original();
  return { ...real, verify: vi.fn(real.verify) };
});

describe('signing in', () => {
  it('returns a token that opens the profile, which contains no password', async () => {
    const person = await server.person({ firstName: 'Elin', dob: '1990-05-17', phone: '+46 31 555 0192' });
    const { token } = (await login(person.email, PASSWORD)).data;
    expect(token).toMatch(/^[\w-]{43}$/);
    const names = { id: person.id, firstName: 'Elin', lastName: 'Lovelace', email: person.email };
    const place = {
      address: '',
      city: '',
      state: '',
      nationality: '',
      doorNote: '',
      csvStyle: 'comma',
      digest: 'hour',
    };
    const rights = { verified: true, header: false, courier: false, roles: [], eraseOn: null };
    const told = { ...names, ...place, ...rights, phone: '+46 31 555 0192', dob: '1990-05-17' };
    expect((await profile(token)).data).toEqual(told);
  });

  it('responds the same to a wrong password, an unknown address, one without a password and a deleted person', async () => {
    const person = await server.person();
    const invited = await server.person({ passwordHash: null });
    const gone = await server.person();
    await server.query('update users set deleted_at = now() where id = $1', [gone.id]);
    const responses = [
      await login(person.email, 'Tram-to-Angered-12'),
      await login('nobody@example.com', PASSWORD),
      await login(invited.email, PASSWORD),
      await login(gone.email, PASSWORD),
      await login('this is no address', PASSWORD),
    ];
    const told = responses.map(({ status, body, error, headers: { date: _d, 'x-request-id': _r, ...headers } }) => ({
      status,
      body: body.replace(error.data.requestId, ''),
      headers,
    }));
    for (const answer of told) expect(answer).toEqual(told[0]);
    expect(responses[0]?.status).toBe(401);
    expect(responses[0]?.error.message).toBe('Incorrect email or password.');
  });

  it('does the same work whether or not the account exists', async () => {
    const person = await server.person({ passwordHash: await hashPassword(PASSWORD) });
    const invited = await server.person({ passwordHash: null });
    const costs: unknown[] = [];
    for (const email of [person.email, invited.email, 'nobody@example.com']) {
      vi.mocked(verify).mockClear();
      await login(email, 'Tram-to-Angered-12');
      costs.push(vi.mocked(verify).mock.calls.map(([hash]) => String(hash).split('$').slice(0, 4)));
    }
    expect(costs).toEqual(Array(3).fill([['', 'argon2id', 'v=19', 'm=19456,t=2,p=1']]));
  });

  it('ignores the case of the address and spaces around it, but not those of the password', async () => {
    const person = await server.person({ email: 'Mixed.Case@Example.com' });
    expect(person.email).toBe('Mixed.Case@Example.com');
    for (const email of ['mixed.case@example.com', 'MIXED.CASE@EXAMPLE.COM', '  Mixed.Case@example.com '])
      expect((await login(email, PASSWORD)).outcome).toBe('ok');
    for (const password of [PASSWORD.toUpperCase(), ` ${PASSWORD}`, `${PASSWORD} `])
      expect((await login(person.email, password)).outcome).toBe('UNAUTHORIZED');
  });

  it('stores only hashes of the token and of the password', async () => {
    const person = await server.signInAs('customer');
    const stored = await server.everythingStored();
    expect(stored).toContain(createHash('sha256').update(person.token).digest('hex'));
    expect(stored).toContain('$argon2id$');
    for (const secret of [person.token, Buffer.from(person.token).toString('hex'), PASSWORD])
      expect(stored).not.toContain(secret);
  });
});

describe('signing out', () => {
  it('ends this session and no other', async () => {
    const person = await server.signInAs('customer');
    const elsewhere = (await server.signIn(person)).token;
    const somebody = await server.signInAs('customer');
    expect((await server.call('auth.logout', undefined, { as: person })).data).toEqual({ ok: true });
    expect((await profile(person.token)).outcome).toBe('UNAUTHORIZED');
    expect((await server.call('auth.logout', undefined, { as: person })).outcome).toBe('UNAUTHORIZED');
    expect((await profile(elsewhere)).data.id).toBe(person.id);
    expect((await profile(somebody.token)).data.id).toBe(somebody.id);
  });

  it('also works with the hash of the token, which opens nothing', async () => {
    const person = await server.person();
    const [one, other] = [(await login(person.email, PASSWORD)).data, (await login(person.email, PASSWORD)).data];
    const tokenHash = createHash('sha256').update(one.token).digest('hex');
    expect((await profile(tokenHash)).outcome).toBe('UNAUTHORIZED');
    // However often: it may have been said before.
    for (const _ of [1, 2]) {
      expect((await server.call('auth.logoutByHash', { tokenHash })).data).toEqual({ ok: true });
      expect((await profile(one.token)).outcome).toBe('UNAUTHORIZED');
    }
    expect((await profile(other.token)).outcome).toBe('ok');
  });
});

describe('a session', () => {
  const move = (token: string, column: 'last_seen_at' | 'created_at', age: string) =>
    server.query(`update sessions set ${column} = now() - $2::interval where token_hash = $1`, [
      createHash('sha256').update(token).digest(),
      age,
    ]);
  const stored = async (token: string) => {
    const hash = createHash('sha256').update(token).digest();
    const sql = 'select extract(epoch from now() - last_seen_at)::float as idle from sessions where token_hash = $1';
    return (await server.query<{ idle: number }>(sql, [hash]))[0];
  };

  it('ends after seven days without use', async () => {
    const { token } = await server.signInAs('customer');
    await move(token, 'last_seen_at', '7 days 1 second');
    expect((await profile(token)).outcome).toBe('UNAUTHORIZED');
    await move(token, 'last_seen_at', '6 days 23 hours 59 minutes');
    expect((await profile(token)).outcome).toBe('ok');
  });

  it('is extended by use, but to thirty days at most', async () => {
    const { token } = await server.signInAs('customer');
    await move(token, 'created_at', '29 days 23 hours 59 minutes');
    await move(token, 'last_seen_at', '6 days');
    expect((await profile(token)).outcome).toBe('ok');
    expect((await stored(token))?.idle).toBeLessThan(60);
    await move(token, 'created_at', '30 days 1 second');
    expect((await profile(token)).outcome).toBe('UNAUTHORIZED');
  });

  it('in use is updated every five minutes at most', async () => {
    const { token } = await server.signInAs('customer');
    await move(token, 'last_seen_at', '4 minutes');
    await profile(token);
    expect((await stored(token))?.idle).toBeGreaterThan(200);
    await move(token, 'last_seen_at', '6 minutes');
    await profile(token);
    expect((await stored(token))?.idle).toBeLessThan(60);
  });

  it('that ended is deleted, and no other', async () => {
    const session = async (...moved: ['last_seen_at' | 'created_at', string]) => {
      const { token } = await server.signInAs('customer');
      await move(token, ...moved);
      return token;
    };
    const ended = [await session('last_seen_at', '8 days'), await session('created_at', '31 days')];
    const alive = await session('last_seen_at', '6 days');
    await deleteEndedSessions(server.services.db);
    for (const token of ended) expect(await stored(token)).toBeUndefined();
    expect(await stored(alive)).toBeDefined();
  });

  it('loses a revoked right at the next call', async () => {
    const manager = await server.signInAs('manager');
    const list = async () => (await server.call('shipmentAdmin.getShipments', { page: {} }, { as: manager })).outcome;
    const set = (change: string) => server.query(`update users set ${change} where id = $1`, [manager.id]);
    expect(await list()).toBe('ok');
    await set('manager = false');
    expect(await list()).toBe('FORBIDDEN');
    await set('manager = true');
    expect(await list()).toBe('ok');
    await set('verified = false');
    expect(await list()).toBe('FORBIDDEN');
    expect((await profile(manager.token)).data.verified).toBe(false);
    await set('verified = true, deleted_at = now()');
    expect(await list()).toBe('UNAUTHORIZED');
    expect((await profile(manager.token)).outcome).toBe('UNAUTHORIZED');
  });

  it('is opened only by its token, sent as Bearer', async () => {
    const { token } = await server.signInAs('customer');
    const send = (form: string) =>
      server.call('auth.profile', undefined, { headers: { authorization: form.replace('TOKEN', token) } });
    for (const form of ['TOKEN', 'Basic TOKEN', 'BearerTOKEN', 'Bearer TOKEN x', 'Bearer TOKENx'])
      expect((await send(form)).outcome, form).toBe('UNAUTHORIZED');
    for (const form of ['Bearer TOKEN', 'bearer TOKEN', 'Bearer  TOKEN'])
      expect((await send(form)).outcome, form).toBe('ok');
    const url = `/api/trpc/auth.profile?token=${token}&authorization=Bearer%20${token}`;
    expect((await server.request({ url })).statusCode).toBe(401);
  });
});

describe('the link that sets a password', () => {
  /** The link in the mail that was sent to this address. */
  async function linkTo(email: string): Promise<URL> {
    const mail = await until(`a mail came to ${email}`, async () => {
      const response = await server.request({ url: '/dev/mailbox.json', remoteAddress: '127.0.0.1' });
      return (JSON.parse(response.body) as { to: string; text: string }[]).find(({ to }) => to === email);
    });
    const [link] = /http\S+/.exec(mail.text) ?? [];
    return new URL(link ?? '');
  }

  const appoint = (email: string) => server.inUnit((unit) => appointManager(unit, email));
  const reset = (token: string, password = 'Quay-side-lamp-42') =>
    server.call('auth.resetPassword', { token, password }, { address: server.newAddress() });

  it('is mailed to a new manager, built from the public address, and works once', async () => {
    expect((await appoint('New.Manager@example.com')).token).not.toBeNull();
    const link = await linkTo('new.manager@example.com');
    expect(link.origin + link.pathname).toBe(`${PUBLIC_URL}/reset-password`);
    const token = link.searchParams.get('token') ?? '';
    const stored = await server.everythingStored();
    for (const form of [token, Buffer.from(token).toString('hex')]) expect(stored).not.toContain(form);
    const hash = createHash('sha256').update(token).digest();
    const [kept] = await server.query(
      'select purpose, email, extract(epoch from expires_at - created_at)::int as seconds from one_time_tokens where token_hash = $1',
      [hash],
    );
    expect(kept).toMatchObject({ purpose: 'reset', email: 'new.manager@example.com' });
    expect(kept?.seconds).toBeGreaterThan(29 * 60);
    expect(kept?.seconds).toBeLessThanOrEqual(30 * 60);

    expect((await login('new.manager@example.com', 'Quay-side-lamp-42')).outcome).toBe('UNAUTHORIZED');
    expect((await reset(token)).data).toMatchObject({ ok: true });
    const signedIn = (await login('new.manager@example.com', 'Quay-side-lamp-42')).data.token;
    expect((await profile(signedIn)).data).toMatchObject({ header: true, verified: true });
    expect((await server.call('shipmentAdmin.getShipments', { page: {} }, { as: signedIn })).outcome).toBe('ok');

    const again = await reset(token, 'Another-lamp-43');
    expect(again.status).toBe(400);
    expect(again.error.message).toBe('This link has already been used or has expired. Request a new one.');
    expect((await login('new.manager@example.com', 'Quay-side-lamp-42')).outcome).toBe('ok');
  });

  it('makes an existing verified user a manager, without an email, and audits it', async () => {
    const person = await server.signInAs('customer', { email: 'already@example.com' });
    expect(await appoint('ALREADY@example.com')).toEqual({ token: null });
    expect((await profile(person.token)).data).toMatchObject({ header: true, verified: true });
    expect(await server.query("select 1 from mails where receiver = 'already@example.com'")).toEqual([]);
    const trail = await server.query('select actor_id, after from audit_entries where entity_id = $1 order by id', [
      person.id,
    ]);
    expect(trail).toEqual([{ actor_id: null, after: { roles: ['manager'] } }]);
  });

  it('that is unknown, expired, for another purpose or of an address that changed is rejected alike', async () => {
    const person = await server.person();
    const moved = await server.person();
    const gone = await server.person();
    const tokens = [
      'x'.repeat(43),
      await server.linkToken(person, { life: -1_000 }),
      await server.linkToken(person, { purpose: 'verify' }), // verified already
      await server.linkToken(moved),
      await server.linkToken(gone),
    ];
    await server.query("update users set email = 'moved@example.com' where id = $1", [moved.id]);
    await server.query('update users set deleted_at = now() where id = $1', [gone.id]);
    const before = await server.fingerprint();
    for (const token of tokens) {
      const answer = await reset(token);
      expect(answer.status).toBe(400);
      expect(answer.error.message).toBe('This link has already been used or has expired. Request a new one.');
    }
    expect(await server.fingerprint()).toEqual(before);
  });

  it('gives one of fifty simultaneous callers the account', async () => {
    const person = await server.person();
    const token = await server.linkToken(person);
    const passwords = Array.from({ length: 50 }, (_, index) => `Quay-side-lamp-${100 + index}`);
    const responses = await Promise.all(passwords.map((password) => reset(token, password)));
    const winners = passwords.filter((_, index) => responses[index]?.outcome === 'ok');
    expect(winners).toHaveLength(1);
    // A busy server may turn some away before it looks.
    const refusals = responses.flatMap(({ outcome }) => (outcome === 'ok' ? [] : outcome));
    expect(['BAD_REQUEST', 'SERVICE_UNAVAILABLE']).toEqual(expect.arrayContaining([...new Set(refusals)]));
    expect(refusals).toHaveLength(49);
    expect((await login(person.email, winners[0] ?? '')).outcome).toBe('ok');
  });

  it('rejects a common password, says so at the field, and stays valid', async () => {
    const token = await server.linkToken(await server.person());
    for (const password of ['password1', 'Password1', 'iloveyou', 'qwertyuiop']) {
      const answer = await reset(token, password);
      expect(answer.error.data.fieldErrors).toEqual({ password: ['This password is too common. Choose another one.'] });
    }
    expect((await reset(token)).outcome).toBe('ok');
  });

  it("ends every session of its owner, closes their other links, and nobody else's", async () => {
    const person = await server.signInAs('customer');
    const elsewhere = await server.newSession(person);
    const somebody = await server.signInAs('customer');
    const [token, other, foreign] = [
      await server.linkToken(person),
      await server.linkToken(person),
      await server.linkToken(somebody),
    ];
    expect((await reset(token)).outcome).toBe('ok');
    expect((await profile(person.token)).outcome).toBe('UNAUTHORIZED');
    expect((await profile(elsewhere)).outcome).toBe('UNAUTHORIZED');
    expect((await profile(somebody.token)).outcome).toBe('ok');
    expect((await reset(other)).outcome).toBe('BAD_REQUEST');
    expect((await reset(foreign)).outcome).toBe('ok');
    expect((await login(person.email, PASSWORD)).outcome).toBe('UNAUTHORIZED');
  });
});

describe('the manager command', () => {
  const folders: string[] = [];
  afterAll(async () => {
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });

  async function run(...words: string[]) {
    const dataDir = await mkdtemp(join(tmpdir(), 'waybill-manager-'));
    folders.push(dataDir);
    const environment = { DATABASE_URL: server.database.url, DATA_DIR: dataDir, SECRET_KEY, PUBLIC_URL };
    return runScript('manager', environment, ...words);
  }

  it('makes someone a manager and confirms it', async () => {
    const person = await server.signInAs('customer');
    const { code, stdout } = await run(person.email.toUpperCase());
    expect([code, stdout.toLowerCase()]).toEqual([0, `${person.email} is now a manager.\n`]);
    expect((await profile(person.token)).data.header).toBe(true);
  });

  it('explains itself if the address is invalid', async () => {
    const { code, stderr } = await run('nobody');
    expect([code, stderr]).toEqual([2, 'Usage: npm run manager -- someone@example.com [--reset-second-factor]\n']);
  });

  it('says so where there is no database, and makes none', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'waybill-manager-'));
    folders.push(dataDir);
    const nowhere = await runScript('manager', { DATA_DIR: dataDir }, 'someone@example.com');
    expect(nowhere).toEqual({
      code: 2,
      stdout: '',
      stderr: `There is no database in ${dataDir} yet. Start the server first, or set DATA_DIR or DATABASE_URL.\n`,
    });
    expect(await readdir(dataDir)).toEqual([]);
    const away = { DATA_DIR: dataDir, DATABASE_URL: 'postgres://waybill:x@127.0.0.1:1/waybill' };
    expect(await runScript('manager', away, 'someone@example.com')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'The database of DATABASE_URL cannot be opened: connect ECONNREFUSED 127.0.0.1:1\n',
    });
  });
});

it('lists the latest hundred sessions, among them the one that asks', async () => {
  const person = await server.signedIn();
  await ownEverything(server, person, 150, ['sessions']);
  await server.query("update sessions set last_seen_at = now() - interval '1 day' where token_hash = $1", [
    createHash('sha256').update(person.token).digest(),
  ]);
  const listed = (await server.call('user.getSessions', undefined, { as: person })).data;
  expect([listed.length, listed[0]?.current]).toEqual([100, true]);
});
