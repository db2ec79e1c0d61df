/** Limits hold under concurrency and lock nobody out (decision 0022), tested over HTTP. */
import { verify } from '@node-rs/argon2';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createToken } from '../../server/auth/secrets.ts';
import { type LimitRule, limitRules } from '../../server/limits/limit-rules.ts';
import { createLimits, type Limits } from '../../server/limits/limits.ts';
import { deleteUser } from '../../server/operations/users/delete-user.ts';
import { deleteUnusedDevices } from '../../server/stores/auth/known-devices.ts';
import { insertOneTimeToken, type TokenPurpose } from '../../server/stores/auth/one-time-tokens.ts';
import { tooManyAttempts } from '../../src/domain/errors.ts';
import { composeTrackingId } from '../../src/domain/tracking-id.ts';
import type { ProcedureName } from '../support/contract.ts';
import { type CallResult, PASSWORD, type Person, SECRET_KEY, type TestServer } from '../support/test-server.ts';
import { until } from '../support/until.ts';
import { testServer } from '../support/vitest.ts';

/** Real hashing, at a fraction of the cost, with a count of its calls. */
vi.mock(import('@node-rs/argon2'), async (original) => {
  const real = await original();
  const hash: typeof real.hash = (password) => real.hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
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

/** Somebody's address: a wrong guess there costs less than one at an address without an account. */
const somebody = async () => (await server.person()).email;

let aheadMs = 0;
const realNow = Date.now;
vi.spyOn(Date, 'now').mockImplementation(() => realNow() + aheadMs);

/**
 * Moves all limits this far into the past. What a process remembers of them for a second, by its
 * own clock, it asks again.
 */
async function pass(seconds: number): Promise<void> {
  await server.query('update rate_limits set expire = expire - $1::bigint', [seconds * 1000]);
  aheadMs += 1000;
}

const retryAfter = ({ headers }: Pick<CallResult<unknown>, 'headers'>) => Number(headers['retry-after']);

/** A link's token for a user, as in the email. */
async function tokenFor({ id, email }: Pick<Person, 'id' | 'email'>, purpose: TokenPurpose): Promise<string> {
  const { token, hash } = createToken();
  await insertOneTimeToken(server.services.db, { purpose, tokenHash: hash, userId: id, email, life: 600_000 });
  return token;
}

/** Sends wrong passwords until they are rejected. Returns how many were tried. */
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

  /** All at the same time from one network; the right one is in the middle of those that are too many. */
  async function rush(
    procedure: ProcedureName,
    { points }: LimitRule,
    inputOf: (isRight: boolean, index: number) => unknown,
    as?: Person,
  ): Promise<CallResult<unknown>[]> {
    const address = server.newAddress();
    const rightPlace = points + MORE / 2;
    const responses = await Promise.all(
      Array.from({ length: points + MORE }, (_, index) =>
        server.call(procedure, inputOf(index === rightPlace, index), { address, as }),
      ),
    );
    const right = responses[rightPlace];
    // One network cannot do all of this at once: calls that find no place soon are rejected as
    // well.
    expect(['TOO_MANY_REQUESTS', 'SERVICE_UNAVAILABLE']).toContain(right?.outcome);
    for (const answer of responses)
      if (answer.status === 429 || answer.status === 503) expect(retryAfter(answer)).toBeGreaterThan(0);
      else expect(answer.headers['retry-after']).toBeUndefined();
    return responses;
  }

  it('user.updatePassword', async () => {
    const person = await server.signInAs('customer');
    vi.mocked(verify).mockClear();
    const responses = await rush(
      'user.updatePassword',
      limitRules.password,
      (isRight, index) => ({
        currentPassword: isRight ? PASSWORD : `wrong-${index}`,
        password: NEW_PASSWORD,
        confirmPassword: NEW_PASSWORD,
      }),
      person,
    );
    expect(vi.mocked(verify)).toHaveBeenCalledTimes(limitRules.password.points);
    expect(count(responses, 'BAD_REQUEST')).toBe(limitRules.password.points);
    expect((await login(person.email, PASSWORD)).outcome).toBe('ok');
  });

  it('auth.login', async () => {
    const person = await server.person();
    const responses = await rush('auth.login', limitRules.loginAccountFromNetwork, (isRight, index) => ({
      email: person.email,
      password: isRight ? PASSWORD : `wrong-${index}`,
    }));
    expect(vi.mocked(verify)).toHaveBeenCalledTimes(limitRules.loginAccountFromNetwork.points);
    expect(count(responses, 'UNAUTHORIZED')).toBe(limitRules.loginAccountFromNetwork.points);
  });

  it('shipment.verifyShipmentCode', async () => {
    const parcel = await server.parcel();
    const responses = await rush('shipment.verifyShipmentCode', limitRules.code, (isRight, index) => ({
      id: parcel.id,
      code: isRight ? parcel.senderCode : `WRONG${index}`,
    }));
    expect(count(responses, 'BAD_REQUEST')).toBe(limitRules.code.points);
  });

  it('shipment.linkShipment', async () => {
    const [person, parcel] = [await server.signInAs('customer'), await server.parcel()];
    const responses = await rush(
      'shipment.linkShipment',
      limitRules.code,
      (isRight, index) => ({
        id: parcel.id,
        senderCode: parcel.senderCode,
        receiverCode: isRight ? parcel.receiverCode : `WRONG${index}`,
      }),
      person,
    );
    expect(count(responses, 'BAD_REQUEST')).toBe(limitRules.code.points);
    const [linked] = await server.query('select receiver_id from shipments where id = $1', [parcel.id]);
    expect(linked).toEqual({ receiver_id: null });
  });

  it.each([
    ['auth.verify', 'verify', (token: string) => ({ token, password: PASSWORD })],
    ['auth.checkResetLink', 'reset', (token: string) => ({ token })],
    ['auth.resetPassword', 'reset', (token: string) => ({ token, password: NEW_PASSWORD })],
  ] as const)('%s', async (procedure, purpose, inputOf) => {
    const token = await tokenFor(await server.person({ verified: false }), purpose);
    const responses = await rush(procedure, limitRules.token, (isRight, index) =>
      inputOf(isRight ? token : `guess-${index}`),
    );
    expect(count(responses, 'BAD_REQUEST')).toBe(limitRules.token.points);
    expect((await server.call(procedure, inputOf(token), { address: server.newAddress() })).outcome).toBe('ok');
  });

  it('two servers with one database share the limit, and so does a new server', async () => {
    const [one, two] = [await otherServer(), await otherServer()];
    const parcel = await server.parcel();
    const address = server.newAddress();
    const guess = (on: TestServer, code: string) =>
      on.call('shipment.verifyShipmentCode', { id: parcel.id, code }, { address });
    const responses = await Promise.all(
      Array.from({ length: limitRules.code.points + MORE }, (_, index) =>
        guess(index % 2 ? one : two, `WRONG${index}`),
      ),
    );
    expect(count(responses, 'BAD_REQUEST')).toBe(limitRules.code.points);
    await one.close();
    expect((await guess(await otherServer(), parcel.senderCode)).outcome).toBe('TOO_MANY_REQUESTS');
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
    const token = await tokenFor(person, 'reset');
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
    for (let at = 0; at < parcels.length; at += limitRules.code.points) {
      const responses = await Promise.all(
        parcels
          .slice(at, at + limitRules.code.points)
          .map(({ id, senderCode }) =>
            server.call('shipment.verifyShipmentCode', { id, code: senderCode }, { address }),
          ),
      );
      expect(count(responses, 'ok')).toBe(limitRules.code.points);
    }
    expect(await points()).toEqual([]);
  });

  it('a point returns to the window it came from, not to the next', async () => {
    const address = server.newAddress();
    const settle = await server.services.limits.admit(['code'], { address });
    await pass(limitRules.code.seconds);
    const later = await server.services.limits.admit(['code'], { address });
    await settle('failed');
    await later('wrong');
    expect((await points()).map((row) => row.points)).toEqual([1]);
  });

  it('a limit that rejects costs nothing in the limits before it', async () => {
    const person = await server.person();
    const address = server.newAddress();
    for (let index = 0; index < limitRules.loginAddress.points; index += 1)
      expect((await login(await somebody(), 'wrong', { address })).outcome).toBe('UNAUTHORIZED');
    await server.query("delete from rate_limits where key like 'loginAccount%'");
    expect((await login(person.email, PASSWORD, { address })).outcome).toBe('TOO_MANY_REQUESTS');
    expect(await server.query("select key from rate_limits where points > 0 and key like 'loginAccount%'")).toEqual([]);
  });
});

describe('signing in', () => {
  const { loginAccountFromNetwork, loginAddress, loginAccount, loginKnownDevice } = limitRules;

  it('waits longer after each wrong password from one network, up to a quarter of an hour', async () => {
    const person = await server.person();
    const address = server.newAddress();
    expect(await guessUntilRefused(person.email, { address })).toBe(loginAccountFromNetwork.points);
    let last = 0;
    for (const wait of [30, 60, 120, 240, 480, 900, 900]) {
      // Whatever is written for the address, and the right password too.
      for (const email of [person.email, person.email.toUpperCase(), ` ${person.email} `]) {
        const refused = await login(email, PASSWORD, { address });
        expect(refused.outcome).toBe('TOO_MANY_REQUESTS');
        expect(retryAfter(refused)).toBeLessThanOrEqual(wait);
        expect(retryAfter(refused)).toBeGreaterThan(Math.min(last, 480));
        expect(refused.error.message).toBe(tooManyAttempts(retryAfter(refused)));
      }
      await pass(wait);
      expect((await login(person.email, 'wrong', { address })).outcome).toBe('UNAUTHORIZED');
      last = wait;
    }
    await pass(900);
    expect((await login(person.email, PASSWORD, { address })).outcome).toBe('ok');
    expect(await guessUntilRefused(person.email, { address })).toBe(loginAccountFromNetwork.points);
  });

  it('returns the attempt if it failed for another reason, without a new wait', async () => {
    const caller = { address: server.newAddress(), account: 'someone@example.com' };
    const admit = () => server.services.limits.admit(['loginAccountFromNetwork'], caller);
    for (let index = 0; index < loginAccountFromNetwork.points; index += 1) await (await admit())('wrong');
    await pass(30);
    for (let index = 0; index < 3; index += 1) await (await admit())('failed');
    await (await admit())('wrong');
    await expect(admit()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfter: 60 });
  });

  it('cannot be blocked for the owner by strangers, at home or on another network', async () => {
    const person = await server.person();
    const { deviceTicket } = (await login(person.email, PASSWORD)).data;
    const stranger = server.newAddress();
    // Each refusal takes its time.
    for (let index = 0; index < loginAccountFromNetwork.points + 4; index += 1)
      await login(person.email, `wrong-${index}`, { address: stranger });
    for (let index = 0; index < 70; index += 1) await login(person.email, `wrong-${index}`);
    expect((await login(person.email, PASSWORD, { address: stranger })).outcome).toBe('TOO_MANY_REQUESTS');
    expect((await login(person.email, PASSWORD)).outcome).toBe('ok');
    expect((await login(person.email, PASSWORD, { address: stranger, ticket: deviceTicket })).outcome).toBe('ok');
  }, 60_000);

  it('has a ceiling per account from anywhere, which does not count on its known devices', async () => {
    const person = await server.person();
    const { deviceTicket } = (await login(person.email, PASSWORD)).data;
    await login(person.email, 'wrong');
    const almost = loginAccount.points - 10;
    await server.query("update rate_limits set points = $1 where key like 'loginAccount:%'", [almost]);
    const guesses: CallResult<unknown>[] = [];
    // As many at a time as find a place.
    while (guesses.length < 20)
      guesses.push(...(await Promise.all(Array.from({ length: 4 }, () => login(person.email, 'wrong')))));
    expect(count(guesses, 'UNAUTHORIZED')).toBe(loginAccount.points - almost);
    expect((await login(person.email, PASSWORD)).outcome).toBe('TOO_MANY_REQUESTS');
    expect((await login((await server.person()).email, PASSWORD)).outcome).toBe('ok');
    expect((await login(person.email, PASSWORD, { ticket: deviceTicket })).outcome).toBe('ok');
  }, 60_000);

  it('counts an IPv6 site as one network for an account, and a household as one for all', async () => {
    const person = await server.person();
    for (let index = 0; index < loginAccountFromNetwork.points; index += 1)
      await login(person.email, 'wrong', { address: `2001:db8:5:${index}::1` });
    expect((await login(person.email, PASSWORD, { address: '2001:db8:5:ffff::1' })).outcome).toBe('TOO_MANY_REQUESTS');
    expect((await login(person.email, PASSWORD, { address: '2001:db8:6::1' })).outcome).toBe('ok');
    for (let index = 0; index < loginAddress.points; index += 1)
      await login(await somebody(), 'wrong', { address: `2001:db8:7:8::${(index + 1).toString(16)}` });
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
          // The first to be rejected: the next one may or may not be rejected from memory.
          for (let index = 0; index <= loginAccountFromNetwork.points; index += 1) {
            const answer = await login(email, 'wrong', place);
            responses.push([answer.status, answer.error.message, Object.keys(answer.headers).sort()]);
          }
        });
        // Points are returned at once, in any order.
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
  /** Whether this ticket keeps its owner from what strangers have used up on this network. */
  async function isKnown({ email }: Person, ticket: string | undefined): Promise<boolean> {
    const address = server.newAddress();
    await guessUntilRefused(email, { address });
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
          : { token: await tokenFor(person, 'reset'), password: NEW_PASSWORD };
      const as = await server.newSession(person);
      const answer = await server.call(procedure, input, { as, headers: { 'x-device-ticket': here ?? '' } });
      expect(answer.outcome).toBe('ok');
      expect(await tickets(person)).toHaveLength(1);
      const address = server.newAddress();
      await guessUntilRefused(person.email, { address });
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
  }, 60_000);
});

describe('a network without misses left', () => {
  const { lookup, lookupGuess } = limitRules;
  const track = (trackingId: string, address: string) =>
    server.call('shipment.getShipmentByTrackingId', { trackingId }, { address });
  async function useUpMisses(address: string): Promise<void> {
    for (let index = 0; index <= lookup.points; index += 1) await track(unknownId(index), address);
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
    // A stream's refusal is an event in a stream that has begun, after its headers.
    for (const miss of misses.slice(0, 2)) {
      expect(retryAfter(miss)).toBeGreaterThan(0);
      expect(retryAfter(miss)).toBeLessThanOrEqual(lookup.seconds);
    }
    // The hits have got their points back.
    const [left] = await server.query("select points from rate_limits where key like 'lookupGuess:%'");
    expect(left).toEqual({ points: misses.length });
  });

  it('can guess only up to its other budget, and then nothing is read', async () => {
    const [parcel, address] = [await server.parcel(), server.newAddress()];
    await useUpMisses(address);
    expect((await track(unknownId(1), address)).outcome).toBe('TOO_MANY_REQUESTS');
    await server.query("update rate_limits set points = $1 where key like 'lookupGuess:%'", [lookupGuess.points]);
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
    await useUpMisses(address);
    await pass(lookup.seconds);
    // Another server, as this one remembers the end of it by its own clock.
    const other = await otherServer();
    const answer = await other.call('shipment.getShipmentByTrackingId', { trackingId: unknownId(1) }, { address });
    expect(answer.outcome).toBe('NOT_FOUND');
  });
});

describe('the time to wait is returned', () => {
  it('for a batch, as its longest wait', async () => {
    const address = server.newAddress();
    for (let index = 0; index <= limitRules.lookup.points; index += 1)
      await server.call('shipment.getShipmentByTrackingId', { trackingId: unknownId(index) }, { address });
    const path = 'shipment.getShipmentByTrackingId';
    const input = encodeURIComponent(JSON.stringify({ 0: { trackingId: unknownId(1) }, 1: { trackingId: 'no ID' } }));
    const batch = await server.request({
      url: `/api/trpc/${path},${path}?batch=1&input=${input}`,
      remoteAddress: address,
    });
    expect([batch.statusCode, Number(batch.headers['retry-after']) > 2]).toEqual([207, true]);
  });

  it('for files', async () => {
    const manager = await server.signInAs('manager');
    const ask = () =>
      server.request({ url: '/api/shipments.csv', headers: { authorization: `Bearer ${manager.token}` } });
    for (let index = 0; index < limitRules.export.points; index += 1) expect((await ask()).statusCode).toBe(200);
    const refused = await ask();
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 2]).toEqual([429, true]);
  });
});
