/** Limits hold under concurrency and lock nobody out (decision 0022). */
import { hash as cheapHash } from '@node-rs/argon2';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { deleteUnusedDevices } from '../../server/auth/store/known-devices.ts';
import { type LimitName, type LimitRule, limitRules } from '../../server/base/limits/limit-rules.ts';
import { createLimits, type Limits } from '../../server/base/limits/limits.ts';
import { verify } from '../../server/base/secrets/hash-thread.ts';
import { createToken } from '../../server/base/secrets/secrets.ts';
import { returnPoint, takePoint } from '../../server/base/sql/rate-limits.ts';
import { deleteUser } from '../../server/people/delete-user.ts';
import { tooManyAttempts } from '../../src/domain/errors.ts';
import { composeTrackingId } from '../../src/domain/tracking-id.ts';
import { pushSubscription } from '../support/push-service.ts';
import {
  type CallResult,
  PASSWORD,
  type Parcel,
  type Person,
  SECRET_KEY,
  type TestServer,
} from '../support/test-server.ts';
import { until } from '../support/until.ts';
import { testServer } from '../support/vitest.ts';

/** Hashing is real, cheap and counted. */
vi.mock(import('../../server/base/secrets/hash-thread.ts'), async (original) => {
  const real = await original();
  const hash: typeof real.hash = (password) => cheapHash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
  return { ...real, hash, verify: vi.fn(real.verify) };
});

const server = await testServer();
const otherServer = () => testServer({ database: server.database, environment: { SECRET_KEY } });

const NEW_PASSWORD = 'Quay-side-lamp-42';
const unknownId = (seed: number) => composeTrackingId('W', Buffer.from(seed.toString().padStart(10, '0')));

interface Place {
  address?: string;
  ticket?: string | undefined;
  on?: TestServer;
}

const login = (email: string, password: string, { address = server.newAddress(), ticket, on = server }: Place = {}) =>
  on.call('auth.login', { email, password }, { address, headers: { ...(ticket && { 'x-device-ticket': ticket }) } });

/** A wrong guess costs more at an address without an account. */
const somebody = async () => (await server.person()).email;

let aheadMs = 0;
const realNow = Date.now;
vi.spyOn(Date, 'now').mockImplementation(() => realNow() + aheadMs);

/** A process remembers limits for a second by its own clock, so that moves, too. */
async function pass(seconds: number): Promise<void> {
  await server.query('update rate_limits set expire = expire - $1::bigint', [seconds * 1000]);
  aheadMs += 1000;
}

/** They stay spent however long the test takes. */
const spendAll = (limit: LimitName) =>
  server.query('update rate_limits set expire = expire + 1000000000000 where key like $1', [`${limit}:%`]);

const retryAfter = ({ headers }: Pick<CallResult<unknown>, 'headers'>) => Number(headers['retry-after']);

/** Returns how many were tried. */
async function guessUntilRefused(email: string, place: Place): Promise<number> {
  for (let tried = 0; ; tried += 1) if ((await login(email, 'wrong', place)).outcome !== 'UNAUTHORIZED') return tried;
}

const count = (responses: readonly CallResult<unknown>[], outcome: string) =>
  responses.filter((answer) => answer.outcome === outcome).length;

beforeEach(async () => {
  await server.query('delete from rate_limits');
  vi.mocked(verify).mockClear();
});

describe('of more simultaneous guesses than there are points, no more are tried', () => {
  const MORE = 12;

  /** The right one is in the middle of those that are too many. */
  async function rush(
    { points }: LimitRule,
    guess: (password: string, index: number) => Promise<CallResult<unknown>>,
  ): Promise<CallResult<unknown>[]> {
    const rightPlace = points + MORE / 2;
    const passwords = Array.from({ length: points + MORE }, (_, at) => (at === rightPlace ? PASSWORD : `wrong-${at}`));
    const responses = await Promise.all(passwords.map(guess));
    // One network cannot do all of this at once, so calls that find no place soon are rejected,
    // too.
    expect(['TOO_MANY_REQUESTS', 'SERVICE_UNAVAILABLE']).toContain(responses[rightPlace]?.outcome);
    for (const answer of responses)
      if (answer.status === 429 || answer.status === 503) expect(retryAfter(answer)).toBeGreaterThan(0);
      else expect(answer.headers['retry-after']).toBeUndefined();
    return responses;
  }

  it('user.updatePassword', async () => {
    const person = await server.signInAs('customer');
    vi.mocked(verify).mockClear();
    const wanted = { password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
    const from = { address: server.newAddress(), as: person };
    const responses = await rush(limitRules.password, (currentPassword) =>
      server.call('user.updatePassword', { currentPassword, ...wanted }, from),
    );
    expect(vi.mocked(verify)).toHaveBeenCalledTimes(limitRules.password.points);
    expect(count(responses, 'BAD_REQUEST')).toBe(limitRules.password.points);
    expect((await login(person.email, PASSWORD)).outcome).toBe('ok');
  });

  it('auth.login, also at two servers with one database, and then at a new one', async () => {
    const [one, two] = [await otherServer(), await otherServer()];
    const { email } = await server.person();
    const address = server.newAddress();
    const responses = await rush(limitRules.loginAccountFromNetwork, (password, index) =>
      login(email, password, { address, on: index % 2 ? one : two }),
    );
    const { points } = limitRules.loginAccountFromNetwork;
    expect(vi.mocked(verify)).toHaveBeenCalledTimes(points);
    expect(count(responses, 'UNAUTHORIZED')).toBe(points);
    await one.close();
    expect((await login(email, PASSWORD, { address, on: await otherServer() })).outcome).toBe('TOO_MANY_REQUESTS');
  });
});

it('the last points go to calls that come together, whichever has waited for the others', async () => {
  const { points } = limitRules.loginAccountFromNetwork;
  const caller = { address: server.newAddress(), account: 'someone@example.com' };
  const take = (limits: Limits) => limits.admit(['loginAccountFromNetwork'], caller);
  await server.services.db.transaction(async (tx) => {
    await until('the transaction has begun a while ago', async () => {
      const { rows } = await tx.execute(sql`select clock_timestamp() > now() + interval '2 ms' as is_later`);
      return rows[0]?.is_later === true;
    });
    for (let index = 1; index < points; index += 1) await take(server.services.limits);
    const early = createLimits(tx, (error) => expect.unreachable(String(error)));
    await take(early);
    await expect(take(early)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });
});

describe('costs nothing unless it is a wrong guess:', () => {
  const points = () => server.query<{ points: number }>('select points from rate_limits where points > 0');

  it('bad input, another error, and a server error', async () => {
    const person = await server.signInAs('customer');
    const address = server.newAddress();
    await server.query('delete from rate_limits');
    const change = (input: object) =>
      server.call('user.updatePassword', { currentPassword: PASSWORD, ...input }, { as: person, address });
    const reset = (token: string) => server.call('auth.resetPassword', { token, password: NEW_PASSWORD }, { address });
    const token = await server.linkToken(person);
    for (let index = 0; index < 3; index += 1) {
      for (const password of ['short', 'iloveyou', PASSWORD])
        expect((await change({ password, confirmPassword: password })).outcome).toBe('BAD_REQUEST');
      expect((await server.call('auth.login', { email: person.email }, { address })).outcome).toBe('BAD_REQUEST');
    }
    await server.query('alter table one_time_tokens rename to away');
    for (let index = 0; index < 3; index += 1) expect((await reset(token)).outcome).toBe('INTERNAL_SERVER_ERROR');
    await server.query('alter table away rename to one_time_tokens');
    // The limit on writes counts every call.
    expect(await server.query("select key from rate_limits where points > 0 and key not like 'write:%'")).toEqual([]);
    expect((await reset(token)).outcome).toBe('ok');
  });

  it('correct guesses from a whole network at once', async () => {
    const parcels = await Promise.all(Array.from({ length: 40 }, () => server.parcel()));
    const address = server.newAddress();
    for (let at = 0; at < parcels.length; at += 10) {
      const responses = await Promise.all(
        parcels
          .slice(at, at + 10)
          .map(({ id, senderCode }) =>
            server.call('shipment.verifyShipmentCode', { id, code: senderCode }, { address }),
          ),
      );
      expect(count(responses, 'ok')).toBe(10);
    }
    expect(await points()).toEqual([]);
  });

  it('a point that is free again by itself is not returned as well', async () => {
    const allowance = { points: 3, refill: 60_000 };
    const key = 'a key';
    const take = async () => {
      const taken = await takePoint(server.services.db, key, allowance);
      return 'point' in taken ? taken.point : expect.unreachable('No point was free');
    };
    const taken = await take();
    const old = { ...taken, freeAt: taken.freeAt - 120_000 };
    await returnPoint(server.services.db, old, allowance);
    expect((await points()).map((row) => row.points)).toEqual([1]);
    await returnPoint(server.services.db, await take(), allowance);
    expect((await points()).map((row) => row.points)).toEqual([1]);
  });

  it('a limit that rejects costs nothing in the limits before it', async () => {
    const person = await server.person();
    const address = server.newAddress();
    await login(await somebody(), 'wrong', { address });
    await spendAll('loginAddress');
    await server.query("delete from rate_limits where key like 'loginAccount%'");
    expect((await login(person.email, PASSWORD, { address })).outcome).toBe('TOO_MANY_REQUESTS');
    expect(await server.query("select key from rate_limits where points > 0 and key like 'loginAccount%'")).toEqual([]);
  });
});

describe('signing in', () => {
  const { loginAccountFromNetwork, loginAddress, loginAccount, loginKnownDevice } = limitRules;

  it('has one more try each half minute after wrong passwords from one network', async () => {
    const person = await server.person();
    const address = server.newAddress();
    expect(await guessUntilRefused(person.email, { address })).toBe(loginAccountFromNetwork.points);
    for (let round = 0; round < 3; round += 1) {
      // The address may be written in any way, and the password may be right.
      for (const email of [person.email, person.email.toUpperCase(), ` ${person.email} `]) {
        const refused = await login(email, PASSWORD, { address });
        expect(refused.outcome).toBe('TOO_MANY_REQUESTS');
        expect(retryAfter(refused)).toBeLessThanOrEqual(loginAccountFromNetwork.refill);
        expect(refused.error.message).toBe(
          `${tooManyAttempts(retryAfter(refused))} To log in now, set a new password by email.`,
        );
      }
      await pass(loginAccountFromNetwork.refill);
      expect((await login(person.email, 'wrong', { address })).outcome).toBe('UNAUTHORIZED');
    }
    await pass(loginAccountFromNetwork.refill);
    expect((await login(person.email, PASSWORD, { address })).outcome).toBe('ok');
  });

  it('takes no place from those who may come in', async () => {
    const [email, address] = [await somebody(), server.newAddress()];
    await guessUntilRefused(email, { address });
    // This is within the second in which the process remembers it, however slow the machine is.
    aheadMs -= 60_000;
    const enter = vi.spyOn(server.services.admission, 'enter');
    expect((await login(email, 'wrong', { address })).outcome).toBe('TOO_MANY_REQUESTS');
    expect(enter).not.toHaveBeenCalled();
    enter.mockRestore();
    aheadMs += 60_000;
  });

  it('returns the attempt if it failed for another reason, without a new wait', async () => {
    const caller = { address: server.newAddress(), account: 'someone@example.com' };
    const admit = () => server.services.limits.admit(['loginAccountFromNetwork'], caller);
    for (let index = 0; index < loginAccountFromNetwork.points; index += 1) await (await admit())('wrong');
    await pass(30);
    for (let index = 0; index < 3; index += 1) await (await admit())('failed');
    await (await admit())('wrong');
    await expect(admit()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });

  it('cannot be blocked for the owner by strangers, at home or on another network', async () => {
    const person = await server.person();
    const { deviceTicket } = (await login(person.email, PASSWORD)).data;
    const stranger = server.newAddress();
    // Each refusal takes its time.
    for (let index = 0; index < loginAccountFromNetwork.points + 4; index += 1)
      await login(person.email, `wrong-${index}`, { address: stranger });
    for (let index = 0; index < 70; index += 1) await login(person.email, `wrong-${index}`);
    await spendAll('loginAccountFromNetwork');
    expect((await login(person.email, PASSWORD, { address: stranger })).outcome).toBe('TOO_MANY_REQUESTS');
    expect((await login(person.email, PASSWORD)).outcome).toBe('ok');
    expect((await login(person.email, PASSWORD, { address: stranger, ticket: deviceTicket })).outcome).toBe('ok');
  });

  it('has a ceiling per account from anywhere, which counts on no known device', async () => {
    const person = await server.person();
    const { deviceTicket } = (await login(person.email, PASSWORD)).data;
    await login(person.email, 'wrong');
    await spendAll('loginAccount');
    const refused = await login(person.email, PASSWORD);
    expect([refused.outcome, retryAfter(refused) <= loginAccount.refill]).toEqual(['TOO_MANY_REQUESTS', true]);
    expect((await login((await server.person()).email, PASSWORD)).outcome).toBe('ok');
    expect((await login(person.email, PASSWORD, { ticket: deviceTicket })).outcome).toBe('ok');
  });

  it('works at once on a new device with a password set by email, whatever strangers guess', async () => {
    const person = await server.person();
    const address = server.newAddress();
    await login(person.email, 'wrong', { address });
    for (const limit of ['loginAccountFromNetwork', 'loginAddress', 'loginAccount'] as const) await spendAll(limit);
    expect((await login(person.email, PASSWORD, { address })).outcome).toBe('TOO_MANY_REQUESTS');
    expect((await server.call('auth.forgotPassword', { email: person.email }, { address })).outcome).toBe('ok');
    const reset = { token: await server.linkToken(person), password: NEW_PASSWORD };
    const { deviceTicket: ticket } = (await server.call('auth.resetPassword', reset, { address })).data;
    expect(ticket).toMatch(/^[\w-]{43}$/);
    expect((await login(person.email, NEW_PASSWORD, { address })).outcome).toBe('TOO_MANY_REQUESTS');
    expect((await login(person.email, NEW_PASSWORD, { address, ticket })).outcome).toBe('ok');
  });

  it('counts an IPv6 site as one network for an account, and a household as one for all', async () => {
    const person = await server.person();
    for (let index = 0; index < loginAccountFromNetwork.points; index += 1)
      await login(person.email, 'wrong', { address: `2001:db8:5:${index}::1` });
    expect((await login(person.email, PASSWORD, { address: '2001:db8:5:ffff::1' })).outcome).toBe('TOO_MANY_REQUESTS');
    expect((await login(person.email, PASSWORD, { address: '2001:db8:6::1' })).outcome).toBe('ok');
    await login(await somebody(), 'wrong', { address: '2001:db8:7:8::1' });
    await spendAll('loginAddress');
    expect((await login(person.email, PASSWORD, { address: '2001:db8:7:8:aaaa::1' })).outcome).toBe(
      'TOO_MANY_REQUESTS',
    );
    expect((await login(person.email, PASSWORD, { address: '2001:db8:7:9::1' })).outcome).toBe('ok');
  });

  it('from one network is not limited for those who know their passwords', async () => {
    const person = await server.person();
    const address = server.newAddress();
    for (let index = 0; index < loginAddress.points + 5; index += 1)
      expect((await login(person.email, PASSWORD, { address })).outcome).toBe('ok');
  });

  it('does not reveal which addresses have an account', async () => {
    const [person, owner] = [await server.person(), await server.person()];
    const { deviceTicket: ticket } = (await login(owner.email, PASSWORD)).data;
    const seen: unknown[] = [];
    for (const email of [person.email, 'nobody-at-all@example.com']) {
      for (const place of [{ address: server.newAddress() }, { address: server.newAddress(), ticket }]) {
        vi.mocked(verify).mockClear();
        const responses: unknown[] = [];
        const statements = await server.statementsOf(async () => {
          // The next one may or may not be rejected from memory.
          for (let index = 0; index <= loginAccountFromNetwork.points; index += 1) {
            const answer = await login(email, 'wrong', place);
            // The seconds to wait differ.
            const message = answer.error.message.replace(/\d+/, 'some');
            responses.push([answer.status, message, Object.keys(answer.headers).sort()]);
          }
        });
        // Points come back in any order.
        statements.sort();
        seen.push({ responses, statements, hashes: vi.mocked(verify).mock.calls.length });
      }
    }
    expect(seen[2]).toEqual(seen[0]);
    expect(seen[3]).toEqual(seen[1]);
  });

  it('on a known device has its own limit', async () => {
    const person = await server.person();
    const { deviceTicket: ticket } = (await login(person.email, PASSWORD)).data;
    expect(await guessUntilRefused(person.email, { ticket })).toBe(loginKnownDevice.points);
    const refused = await login(person.email, PASSWORD, { ticket });
    expect([refused.status, retryAfter(refused) > 0]).toEqual([429, true]);
    expect((await login(person.email, PASSWORD)).outcome).toBe('ok');
    // A new password by email is another one to guess.
    const reset = { token: await server.linkToken(person), password: NEW_PASSWORD };
    const answer = await server.call('auth.resetPassword', reset, { headers: { 'x-device-ticket': ticket ?? '' } });
    expect(answer.data).toEqual({ ok: true });
    expect((await login(person.email, NEW_PASSWORD, { ticket })).outcome).toBe('ok');
  });
});

describe('somebody who guesses does not close the door for the neighbours behind the same address:', () => {
  it('private codes', async () => {
    const address = server.newAddress();
    const [guessed, parcel, owner] = [await server.parcel(), await server.parcel(), await server.signInAs('customer')];
    const verify = ({ id }: Parcel, code: string) =>
      server.call('shipment.verifyShipmentCode', { id, code }, { address });
    const { points } = limitRules.codeFromNetwork;
    const guesses: CallResult<unknown>[] = [];
    for (let index = 0; index < points + 2; index += 1) guesses.push(await verify(guessed, `WRONG${index}`));
    expect(count(guesses, 'BAD_REQUEST')).toBe(points);
    expect(guesses.at(-1)?.error.message).toBe(
      `${tooManyAttempts(retryAfter(guesses.at(-1) as CallResult<unknown>))} The right code still works.`,
    );
    // It works for the guessed shipment, too, and when everybody’s guesses are used up.
    for (const limit of ['codeAddress', 'codeShipment', null] as const) {
      expect((await verify(guessed, guessed.senderCode)).outcome).toBe('ok');
      expect((await verify(parcel, parcel.senderCode)).outcome).toBe('ok');
      if (limit) await spendAll(limit);
    }
    expect((await verify(parcel, 'WRONG')).outcome).toBe('TOO_MANY_REQUESTS');
    const { id, senderCode, receiverCode } = parcel;
    const linked = await server.call('shipment.linkShipment', { id, senderCode, receiverCode }, { address, as: owner });
    expect(linked.outcome).toBe('ok');
  });

  it('passwords', async () => {
    const [address, person] = [server.newAddress(), await server.person()];
    await login(await somebody(), 'wrong', { address });
    await spendAll('loginAddress');
    const refused = await login(person.email, PASSWORD, { address });
    expect([refused.outcome, retryAfter(refused) <= 15]).toEqual(['TOO_MANY_REQUESTS', true]);
    const { points, refill } = limitRules.loginAddress;
    await server.query(
      `update rate_limits set expire = (extract(epoch from clock_timestamp()) + $1)::bigint * 1000
       where key like 'loginAddress:%'`,
      [(points - 1) * refill - 1],
    );
    await pass(0);
    expect((await login(person.email, PASSWORD, { address })).outcome).toBe('ok');
  });

  it('links', async () => {
    const address = server.newAddress();
    const calls = [
      ['auth.verify', 'verify', (token: string) => ({ token, password: PASSWORD })],
      ['auth.checkResetLink', 'reset', (token: string) => ({ token })],
      ['auth.resetPassword', 'reset', (token: string) => ({ token, password: NEW_PASSWORD })],
    ] as const;
    for (const [procedure, , inputOf] of calls)
      for (let index = 0; index < 21; index += 1)
        expect((await server.call(procedure, inputOf(`guess-${index}`), { address })).outcome).toBe('BAD_REQUEST');
    for (const [procedure, purpose, inputOf] of calls) {
      const token = await server.linkToken(await server.person({ verified: false }), { purpose });
      expect([procedure, (await server.call(procedure, inputOf(token), { address })).outcome]).toEqual([
        procedure,
        'ok',
      ]);
    }
  });

  it('push subscriptions', async () => {
    const [address, parcel, person] = [server.newAddress(), await server.parcel(), await server.signInAs('customer')];
    const stop = (endpoint: string) => server.call('push.stop', { endpoint }, { address });
    const { endpoint } = pushSubscription();
    const outcomes = new Set<string>();
    for (let index = 0; index < 70; index += 1) outcomes.add((await stop(endpoint)).outcome);
    expect(outcomes).toEqual(new Set(['ok', 'TOO_MANY_REQUESTS']));
    const visitors = { subscription: pushSubscription(), trackingId: parcel.trackingId };
    expect((await server.call('push.follow', visitors, { address })).outcome).toBe('ok');
    await spendAll('pushAddress');
    expect((await stop(pushSubscription().endpoint)).outcome).toBe('TOO_MANY_REQUESTS');
    const own = await server.call('push.followOwn', { subscription: pushSubscription() }, { address, as: person });
    expect(own.outcome).toBe('ok');
  });

  it('profiles and other own acts', async () => {
    const address = server.newAddress();
    const [busy, neighbour] = [await server.signInAs('customer'), await server.signInAs('customer')];
    const change = (as: Person) => server.call('message.saveChoices', { choices: null }, { address, as });
    await change(busy);
    await spendAll('write');
    expect((await change(busy)).outcome).toBe('TOO_MANY_REQUESTS');
    expect((await change(neighbour)).outcome).toBe('ok');
  });

  it('forgotten passwords and new accounts', async () => {
    const [address, person] = [server.newAddress(), await server.person()];
    for (let index = 0; index < 35; index += 1)
      expect((await server.call('auth.forgotPassword', { email: await somebody() }, { address })).outcome).toBe('ok');
    expect((await server.call('auth.forgotPassword', { email: person.email }, { address })).outcome).toBe('ok');
    expect(await server.query('select kind from mails where receiver = $1', [person.email])).toEqual([
      { kind: 'reset-password' },
    ]);
  });
});

describe('a device that has signed in', () => {
  const tickets = ({ id }: Pick<Person, 'id'>) =>
    server.query<{ ticket: string }>(
      "select encode(ticket_hash, 'hex') as ticket from known_devices where user_id = $1 order by created_at",
      [id],
    );
  const ticketOf = async ({ email }: Person, ticket?: string) =>
    (await login(email, PASSWORD, { ticket })).data.deviceTicket;
  /** The ticket keeps its owner from what strangers use up on this network. */
  async function isKnown({ email }: Person, ticket: string | undefined): Promise<boolean> {
    const address = server.newAddress();
    await login(email, 'wrong', { address });
    await spendAll('loginAccountFromNetwork');
    return (await login(email, PASSWORD, { address, ticket })).outcome === 'ok';
  }

  it('gets one ticket, stored as a hash, for everyone who signs in on it', async () => {
    const [one, other] = [await server.person(), await server.person()];
    const ticket = await ticketOf(one);
    expect(ticket).toMatch(/^[\w-]{43}$/);
    expect(await ticketOf(one, ticket)).toBeUndefined();
    expect(await isKnown(other, ticket)).toBe(false);
    expect(await ticketOf(other, ticket)).toBeUndefined();
    expect(await tickets(other)).toEqual(await tickets(one));
    expect(await isKnown(one, ticket)).toBe(true);
    expect(await isKnown(other, ticket)).toBe(true);
    const stored = await server.everythingStored();
    for (const form of [ticket ?? '', Buffer.from(ticket ?? '').toString('hex')]) expect(stored).not.toContain(form);
  });

  it('cannot make up a ticket', async () => {
    const person = await server.person();
    const { token: madeUp } = createToken();
    const given = await ticketOf(person, madeUp);
    expect(given).toMatch(/^[\w-]{43}$/);
    expect(given).not.toBe(madeUp);
    for (const ticket of [madeUp, '', 'x', `${given}x`, 'é', 'x'.repeat(5_000)])
      expect([ticket.slice(0, 5), await isKnown(person, ticket)]).toEqual([ticket.slice(0, 5), false]);
  });

  it('keeps its ticket when its person signs out', async () => {
    const person = await server.person();
    const { token, deviceTicket } = (await login(person.email, PASSWORD)).data;
    await server.call('auth.logout', undefined, { as: token });
    expect(await isKnown(person, deviceTicket)).toBe(true);
  });

  it.each(['user.updatePassword', 'auth.resetPassword'] as const)(
    'stays known after %s there, and the others of the account do not',
    async (procedure) => {
      const [person, bystander] = [await server.person(), await server.person()];
      const [here, elsewhere] = [await ticketOf(person), await ticketOf(person)];
      await ticketOf(bystander, elsewhere);
      const input =
        procedure === 'user.updatePassword'
          ? { currentPassword: PASSWORD, password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD }
          : { token: await server.linkToken(person), password: NEW_PASSWORD };
      const as = await server.newSession(person);
      const answer = await server.call(procedure, input, { as, headers: { 'x-device-ticket': here ?? '' } });
      expect(answer.outcome).toBe('ok');
      expect(await tickets(person)).toHaveLength(1);
      const address = server.newAddress();
      await login(person.email, 'wrong', { address });
      await spendAll('loginAccountFromNetwork');
      const again = (ticket: string | undefined) => login(person.email, NEW_PASSWORD, { address, ticket });
      expect((await again(elsewhere)).outcome).toBe('TOO_MANY_REQUESTS');
      expect((await again(here)).outcome).toBe('ok');
      expect(await isKnown(bystander, elsewhere)).toBe(true);
    },
  );

  it('is forgotten with its person, after 180 days without use, and beyond fifty per account', async () => {
    const [person, manager] = [await server.person(), await server.person({ manager: true })];
    const [old, used] = [await ticketOf(person), await ticketOf(person)];
    await server.query("update known_devices set last_seen_at = now() - interval '179 days' where user_id = $1", [
      person.id,
    ]);
    await ticketOf(person, used);
    await deleteUnusedDevices(server.services.db);
    expect(await tickets(person)).toHaveLength(2);
    await server.query("update known_devices set last_seen_at = last_seen_at - interval '2 days' where user_id = $1", [
      person.id,
    ]);
    await deleteUnusedDevices(server.services.db);
    expect(await isKnown(person, old)).toBe(false);
    expect(await isKnown(person, used)).toBe(true);

    for (let index = 0; index < 51; index += 1) await ticketOf(person);
    expect(await tickets(person)).toHaveLength(50);
    await server.inUnit((unit) => deleteUser(unit, { id: person.id }), manager);
    expect(await tickets(person)).toEqual([]);
  });
});

describe('a network without misses left', () => {
  const { lookup } = limitRules;
  const track = (trackingId: string, address: string) =>
    server.call('shipment.getShipmentByTrackingId', { trackingId }, { address });
  async function useUpMisses(address: string): Promise<void> {
    await track(unknownId(1), address);
    await spendAll('lookup');
    await track(unknownId(2), address);
  }

  it('still finds existing shipments by any lookup, and learns how long to wait for others', async () => {
    const [parcel, owner, address] = [await server.parcel(), await server.signInAs('customer'), server.newAddress()];
    await server.query('update shipments set receiver_id = $2 where id = $1', [parcel.id, owner.id]);
    await useUpMisses(address);
    const ask = async (trackingId: string) => [
      await track(trackingId, address),
      await server.call('bill.getBills', { trackingId }, { address, as: owner }),
      await server.call('live.follow', { trackingIds: [trackingId] }, { address }),
    ];
    expect((await ask(parcel.trackingId)).map(({ outcome }) => outcome)).toEqual(['ok', 'ok', 'ok']);
    const misses = await ask(unknownId(1));
    expect(misses.map(({ outcome }) => outcome)).toEqual(Array(3).fill('TOO_MANY_REQUESTS'));
    // A stream’s refusal is an event after its headers.
    for (const miss of misses.slice(0, 2)) {
      expect(retryAfter(miss)).toBeGreaterThan(0);
      expect(retryAfter(miss)).toBeLessThanOrEqual(lookup.refill);
    }
    // The hits have got their points back.
    const [left] = await server.query<{ points: number }>(
      "select points from rate_limits where key like 'lookupGuess:%'",
    );
    expect(left?.points).toBeLessThanOrEqual(misses.length);
  });

  it('can guess only up to its other budget, and then nothing is read', async () => {
    const [parcel, address] = [await server.parcel(), server.newAddress()];
    await useUpMisses(address);
    expect((await track(unknownId(1), address)).outcome).toBe('TOO_MANY_REQUESTS');
    await spendAll('lookupGuess');
    const statements = await server.statementsOf(async () => {
      for (const id of [parcel.trackingId, unknownId(2)]) {
        const answer = await track(id, address);
        expect([answer.status, retryAfter(answer) > 0]).toEqual([429, true]);
      }
    });
    expect(statements.filter((statement) => statement.includes('from "shipments"'))).toEqual([]);
    expect((await track(parcel.trackingId, server.newAddress())).outcome).toBe('ok');
  });

  it('finds and misses as before when the time is over', async () => {
    const address = server.newAddress();
    for (let index = 0; index <= lookup.points; index += 1) await track(unknownId(index), address);
    await pass(lookup.refill);
    // This server remembers the end by its own clock, so another one is asked.
    const other = await otherServer();
    const answer = await other.call('shipment.getShipmentByTrackingId', { trackingId: unknownId(1) }, { address });
    expect(answer.outcome).toBe('NOT_FOUND');
  });
});

it('a batch returns its longest wait', async () => {
  const address = server.newAddress();
  const path = 'shipment.getShipmentByTrackingId';
  await server.call(path, { trackingId: unknownId(1) }, { address });
  await spendAll('lookup');
  const input = encodeURIComponent(JSON.stringify({ 0: { trackingId: unknownId(1) }, 1: { trackingId: 'no ID' } }));
  const url = `/api/trpc/${path},${path}?batch=1&input=${input}`;
  const batch = await server.request({ url, remoteAddress: address });
  expect([batch.statusCode, Number(batch.headers['retry-after']) > 2]).toEqual([207, true]);
});
