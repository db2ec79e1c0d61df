/** The router declares all of this. */
import type { AnyProcedure, inferRouterOutputs } from '@trpc/server';
import * as v from 'valibot';
import type { LimitName } from '../../server/base/limits/limit-rules.ts';
import { type AppRouter, appRouter } from '../../server/entrance/router.ts';
import type { Access, AskedProof } from '../../server/gate/gate.ts';
import type { RestrictedCall } from '../../src/domain/roles.ts';

type Outputs = inferRouterOutputs<AppRouter>;
type RouterName = keyof Outputs & string;

/** A procedure's full name, such as `shipment.getLabel`. */
export type ProcedureName = { [R in RouterName]: `${R}.${keyof Outputs[R] & string}` }[RouterName];

export type OutputOf<Name extends ProcedureName> = Name extends `${infer R extends RouterName}.${infer P}`
  ? Outputs[R][P & keyof Outputs[R]]
  : never;

interface Declaration {
  kind: 'query' | 'mutation' | 'subscription';
  /** null: the procedure takes no input. */
  input: v.GenericSchema | null;
  output: v.GenericSchema;
  limits: readonly LimitName[];
  /** It is the procedure’s own name if the table of roles says who may call it. */
  access: Access;
  /** A repeated idempotency key gets the stored answer. */
  isOncePerKey: boolean;
  /** It says what asks people again who they are, after 15 minutes. */
  proof: AskedProof | null;
  /** People who have to set up a second factor can call it. */
  isForSetUp: boolean;
}

/** The router holds its procedures in one flat record at run time, unlike its type. */
const procedures = appRouter._def.procedures as unknown as Record<ProcedureName, AnyProcedure>;

/** Every procedure, by its full name. */
export const contract = Object.fromEntries(
  Object.entries(procedures).map(([name, { _def }]) => {
    const { type, inputs, output, meta } = _def as unknown as {
      type: Declaration['kind'];
      inputs: v.GenericSchema[];
      output?: v.GenericSchema;
      meta: Partial<Omit<Declaration, 'access'>> & { access: Exclude<Access, RestrictedCall> | 'role' };
    };
    if (inputs.length > 1 || !output) throw new Error(`${name} needs one output and at most one input`);
    const { limits = [], isOncePerKey = false, proof = null, isForSetUp = false } = meta;
    const access = meta.access === 'role' ? (name as RestrictedCall) : meta.access;
    const guards = { limits, access, isOncePerKey, proof, isForSetUp };
    return [name, { kind: type, input: inputs[0] ?? null, output, ...guards }];
  }),
) as Record<ProcedureName, Declaration>;

export const procedureNames = Object.keys(contract) as ProcedureName[];

export interface Form {
  entries: Record<string, v.GenericSchema>;
  selectedBy?: string;
}

/** The first form is meant if none of these keys is given. */
const SELECTING_KEYS = ['status', 'trackingId', 'shipmentId', 'runId', 'account'];

/** A schema that chooses by a key has several, and no input has none. */
export function formsOf(input: v.GenericSchema | null): Form[] {
  if (input === null) return [];
  if ('wrapped' in input) return formsOf(input.wrapped as v.GenericSchema);
  if ('entries' in input) return [{ entries: input.entries as Form['entries'] }];
  const { getter } = input as unknown as { getter: (input: unknown) => v.GenericSchema };
  const first = getter({});
  const others = SELECTING_KEYS.flatMap((key) => {
    const schema = getter({ [key]: '' });
    return schema === first ? [] : formsOf(schema).map((form) => ({ ...form, selectedBy: key }));
  });
  return [...formsOf(first), ...others];
}

/** Whether null clears this field. */
export const isClearable = (entry: v.GenericSchema | undefined) => entry !== undefined && v.is(entry, null);

export const isOptional = (entry: v.GenericSchema) => entry.type === 'optional';

/** A field that may be empty counts, too, where a check of the whole asks for it. */
export const isRequired = (entry: v.GenericSchema & { wrapped?: v.GenericSchema }) =>
  !isOptional(entry) || Boolean(entry.wrapped && v.getDescription(entry.wrapped)?.startsWith('Required'));
