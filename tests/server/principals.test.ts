import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { limitRules } from '../../server/limits/limit-rules.ts';
import { composeTrackingId } from '../../src/domain/tracking-id.ts';
import { contract, formsOf, type ProcedureName } from '../support/contract.ts';
import type { Person } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';
import { inputsOf, PRINCIPALS, type Principal, procedures, stageFor } from './procedure-table.ts';

const server = await testServer();

/** Somebody of each kind, made for one call, with the token that call sends. */
async function callerOf(
  principal: Principal,
): Promise<{ person: Pick<Person, 'id'> | null; courier?: Pick<Person, 'id'>; token?: string }> {
  switch (principal) {
    case 'anonymous':
      return { person: null };
    case 'garbage token':
      return { person: null, token: 'x'.repeat(43) };
    case 'stranger':
    case 'manager':
    case 'unverified manager': {
      const rights = { manager: principal !== 'stranger', verified: principal !== 'unverified manager' };
      const somebody = await server.person(rights);
      return { person: null, token: await server.newSession(somebody) };
    }
    case 'courier':
    case 'other courier': {
      const somebody = await server.person({ courier: true });
      const token = await server.newSession(somebody);
      return { person: null, token, ...(principal === 'courier' && { courier: somebody }) };
    }
    default: {
      const person = await server.person({ verified: principal !== 'unverified' });
      const token = await server.newSession(person);
      if (principal === 'revoked token') await server.call('auth.logout', undefined, { as: token });
      if (principal === 'deleted user')
        await server.query('update users set deleted_at = now() where id = $1', [person.id]);
      return { person, token };
    }
  }
}

describe.each(Object.entries(procedures))('%s', (name, row) => {
  /** What strangers send who are all refused: as nothing may change, they can send the same. */
  let refusedInput: Promise<unknown> | undefined;

  it.each(PRINCIPALS)('gives the %s what the table says', async (principal) => {
    const procedure = name as ProcedureName;
    const { person, courier, token } = await callerOf(principal);
    const expected = row.outcomes[principal];
    const newInput = async () => {
      const stage = await stageFor(server, person, courier);
      const other = principal === 'sender' ? 'receiver_id' : 'sender_id';
      if (principal === 'sender' || principal === 'receiver')
        await server.query(`update shipments set ${other} = null where id = $1`, [stage.parcel.id]);
      return inputsOf(procedure)[0]?.(stage);
    };
    const isRefusedStranger = !person && !courier && !row.sees && expected !== 'ok';
    if (isRefusedStranger) refusedInput ??= newInput();
    const input = await (isRefusedStranger ? refusedInput : newInput());
    const before = expected === 'ok' ? null : await server.fingerprint();

    const answer = await server.call(procedure, input, { as: token, address: server.newAddress() });

    const seen = answer.outcome === 'ok' && row.sees ? row.sees(answer.data as never) : answer.outcome;
    expect(seen).toBe(expected);
    if (answer.outcome !== 'ok') {
      expect(answer.error.data.requestId).toBe(answer.headers['x-request-id']);
      expect(await server.fingerprint()).toEqual(before);
    }
  });
});

const unknownId = composeTrackingId('W', randomBytes(10));
/** Wrong guesses, by the key of an input that somebody could guess. */
const GUESSES: Record<string, unknown> = {
  trackingId: unknownId,
  trackingIds: [unknownId],
  id: randomUUID(),
  code: 'AAAAAAAA',
  senderCode: 'AAAAAAAA',
  receiverCode: 'AAAAAAAA',
  token: 'x'.repeat(43),
  currentPassword: 'Not-the-password-1',
};
/** A password is guessed where nothing else is. */
const PASSWORD_GUESS = { password: 'Not-the-password-1' };

const names = Object.keys(contract) as ProcedureName[];
const openToGuessing = names
  .filter((name) => procedures[name].outcomes.anonymous !== 'UNAUTHORIZED')
  .filter((name) =>
    formsOf(contract[name].input).some(({ entries }) => Object.keys(entries).some((key) => key in GUESSES)),
  );

describe.each(openToGuessing)('%s', (name) => {
  it('has a limit, because visitors could guess', () => {
    expect(contract[name].limits).not.toEqual([]);
  });
});

/** Procedures with limits that charge only wrong guesses, or look-ups that find nothing. */
const guessable = names.flatMap((name) => {
  const limits = contract[name].limits.filter((limit) => limitRules[limit].charges !== 'calls');
  return limits.length > 0 ? [{ name, limits }] : [];
});

describe.each(guessable)('$name', ({ name, limits }) => {
  it(`counts every wrong guess against ${limits.join(', ')}: throw its error with { guess: true }`, async () => {
    const person = await server.person({ manager: procedures[name].outcomes.sender === 'FORBIDDEN' });
    const token = await server.newSession(person);
    const input = (await inputsOf(name)[0]?.(await stageFor(server, person))) as Record<string, unknown>;
    const known = Object.entries(GUESSES).filter(([key]) => key in input);
    const guesses = known.length > 0 ? known : Object.entries(PASSWORD_GUESS).filter(([key]) => key in input);
    expect(guesses, 'Add to GUESSES what can be guessed here').not.toEqual([]);
    for (const [key, guess] of guesses) {
      await server.query('delete from rate_limits');
      const answer = await server.call(name, { ...input, [key]: guess }, { as: token, address: server.newAddress() });
      expect(answer.outcome, key).not.toBe('ok');
      const counted = await server.query<{ key: string }>('select key from rate_limits where points > 0');
      const charged = counted.map((row) => row.key.split(':')[0]);
      expect(charged, `a wrong ${key}`).toEqual(expect.arrayContaining(limits));
    }
  });
});

describe('the table', () => {
  it('has exactly the procedures of the router', () => {
    expect(Object.keys(procedures).toSorted()).toEqual(Object.keys(contract).toSorted());
  });

  it('has a principal of each kind in every row', () => {
    for (const row of Object.values(procedures)) expect(Object.keys(row.outcomes)).toEqual([...PRINCIPALS]);
  });
});
