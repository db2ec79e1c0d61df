import type { AnyProcedure } from '@trpc/server';
import { describe, expect, it } from 'vitest';
import { appRouter } from '../../server/routers/router.ts';
import { contract, type ProcedureName } from '../../src/domain/contract.ts';
import type { Person } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';
import { PRINCIPALS, type Principal, procedures, stageFor } from './procedure-table.ts';

const server = await testServer();

/** The router's own list, whatever we believe of it. */
const built = appRouter._def.procedures as unknown as Record<string, AnyProcedure>;

/** Somebody of each kind, made for one call, with the token that call sends. */
async function callerOf(principal: Principal): Promise<{ person: Pick<Person, 'id'> | null; token?: string }> {
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
  it.each(PRINCIPALS)('answers the %s as the table says', async (principal) => {
    const procedure = name as ProcedureName;
    const { person, token } = await callerOf(principal);
    const stage = await stageFor(server, person);
    const other = principal === 'sender' ? 'receiver_id' : 'sender_id';
    if (principal === 'sender' || principal === 'receiver')
      await server.query(`update shipments set ${other} = null where id = $1`, [stage.parcel.id]);
    const input = await row.input?.(stage);
    const before = await server.fingerprint();

    const answer = await server.call(procedure, input, { as: token, address: server.newAddress() });

    const seen = answer.outcome === 'ok' && row.sees ? row.sees(answer.data as never) : answer.outcome;
    expect(seen).toBe(row.outcomes[principal]);
    if (answer.outcome !== 'ok') {
      expect(answer.error.data.requestId).toBe(answer.headers['x-request-id']);
      expect(await server.fingerprint()).toEqual(before);
    }
  });
});

describe('the table', () => {
  it('has every procedure of the router, and no other', () => {
    expect(Object.keys(procedures).toSorted()).toEqual(Object.keys(built).toSorted());
  });

  it('has a principal of each kind in every row', () => {
    for (const row of Object.values(procedures)) expect(Object.keys(row.outcomes)).toEqual([...PRINCIPALS]);
  });
});

describe('the router and the contract', () => {
  it('have the same procedures', () => {
    expect(Object.keys(built).toSorted()).toEqual(Object.keys(contract).toSorted());
  });

  it.each(Object.keys(built))('agree on the kind, the input and the output of %s', (name) => {
    const { kind, input, output } = contract[name as ProcedureName];
    const { type, inputs, output: answered } = (built[name] as BuiltProcedure)._def;
    expect(type).toBe(kind);
    expect(inputs.map(shape)).toEqual(input === null ? [] : [shape(input)]);
    expect(shape(answered)).toEqual(shape(output));
  });
});

interface BuiltProcedure {
  _def: { type: string; inputs: unknown[]; output?: unknown };
}

/** Stands for one object wherever it appears, so that two shapes are equal only with the very same functions in them. */
const identities = new Map<unknown, string>();
function identity(thing: unknown): string {
  const known = identities.get(thing) ?? `#${identities.size}`;
  identities.set(thing, known);
  return known;
}

/** A schema as plain data: everything that decides what it accepts. Checks and messages written as functions count by identity. */
function shape(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(shape);
  if (schema instanceof RegExp) return String(schema);
  if (typeof schema === 'function') return identity(schema);
  if (schema === null || typeof schema !== 'object') return schema;
  return Object.fromEntries(
    Object.entries(schema)
      // Made anew with every schema, and the same for every schema of a type.
      .filter(([key]) => !key.startsWith('~'))
      .map(([key, value]) => [key, shape(value)]),
  );
}
