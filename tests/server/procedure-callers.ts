/** Each input of each procedure, by someone who may call it. */
import { type RestrictedCall, ROLES_OF_CALLS, type Role } from '../../src/domain/roles.ts';
import { contract, type ProcedureName, procedureNames } from '../support/contract.ts';
import type { TestServer } from '../support/test-server.ts';
import { fullInputsOf, type Stage, stageFor } from './procedure-table.ts';

/** A procedure that takes no input has `undefined`. */
export const inputs = procedureNames.flatMap((name) => {
  const made = fullInputsOf(name);
  return (made.length > 0 ? made : [undefined]).map(
    (makeInput, index) => [index === 0 ? name : `${name}, input ${index + 1}`, name, makeInput] as const,
  );
});

export interface Caller {
  procedure: ProcedureName;
  token: string;
  input: unknown;
}

export async function createCaller(
  server: TestServer,
  procedure: ProcedureName,
  makeInput?: (stage: Stage) => unknown,
): Promise<Caller> {
  const courier = procedure.startsWith('courier.');
  const isRestricted = contract[procedure].access === procedure;
  const allowed: readonly Role[] = isRestricted ? ROLES_OF_CALLS[procedure as RestrictedCall] : [];
  const manager = allowed.includes('manager');
  const person = await server.person({ courier, roles: manager ? ['manager'] : [...allowed] });
  const token = await server.newSession(person);
  const stage = await stageFor(server, person, courier ? person : undefined);
  return { procedure, token, input: await makeInput?.(stage) };
}

/** Everywhere a value can be put: the way to each leaf of an input. */
export function leaves(value: unknown, way: (string | number)[] = []): { way: (string | number)[]; value: unknown }[] {
  if (value === null || typeof value !== 'object') return [{ way, value }];
  return Object.entries(value).flatMap(([key, inside]) => leaves(inside, [...way, key]));
}
