import { initTRPC, type TRPCProcedureBuilder, type TRPCUnsetMarker } from '@trpc/server';
import type * as v from 'valibot';
import type { AuditedCall } from '../../src/domain/audit-deeds.ts';
import { type Call, NOTHING } from '../../src/domain/calls/call.ts';
import type { RestrictedCall } from '../../src/domain/roles.ts';
import type { SignedIn } from '../auth/store/sessions.ts';
import { publicError } from '../base/errors/wire-errors.ts';
import type { Lane } from '../base/limits/admission.ts';
import type { LimitName } from '../base/limits/limit-rules.ts';
import { currentWork } from '../base/process/current-work.ts';
import type { Context } from '../context/context.ts';
import { hashCall, inUnitOfWork, parseIdempotencyKey, runOncePerKey } from '../context/unit-of-work.ts';
import { type Access, type AskedProof, passGate } from './gate.ts';

/** `role`: the procedure is in the table of roles. */
type Guard = Exclude<Access, RestrictedCall> | 'role';

interface Meta {
  /** The builders below set these two. */
  access?: Guard;
  isOncePerKey?: boolean;
  limits?: readonly LimitName[];
  limitsOnKnownDevice?: readonly LimitName[];
  /** Never stored under an idempotency key. */
  isSecret?: boolean;
  lane?: Lane;
  proof?: AskedProof;
  proofFor?: readonly string[];
  isForSetUp?: boolean;
}

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    isDev: false,
    // So that neither end waits on a dead stream.
    sse: { ping: { enabled: true, intervalMs: 15_000 }, client: { reconnectAfterInactivityMs: 40_000 } },
    errorFormatter({ shape, error, ctx }) {
      const { message, data } = publicError(
        error,
        ctx?.requestId ?? currentWork.getStore()?.requestId ?? '',
        ctx?.services.environment.CURRENCY,
      );
      return { code: shape.code, message, data: { ...data, httpStatus: shape.data.httpStatus, path: shape.data.path } };
    },
  });

export const { router, createCallerFactory } = t;

/** Keyed by procedure: tRPC keeps them from its middleware. */
export const inputSchemas = new Map<string, v.GenericSchema>();

/** tRPC copies the call for each middleware, a third of a lookup's time for four. */
const gate = <Who extends Guard>(guard: Who) =>
  t.middleware(({ ctx, path, meta, type, getRawInput, next }) => {
    const isWrite = type === 'mutation';
    const lane = meta?.lane ?? (isWrite ? 'writes' : ctx.token === null ? 'lookUps' : 'reads');
    const access = (guard === 'role' ? path : guard) as Who extends 'role' ? RestrictedCall : Exclude<Who, 'role'>;
    const call = { ...meta, name: path, access, lane, isWrite, readInput: getRawInput, schema: inputSchemas.get(path) };
    return passGate(ctx, call, async (signedIn, services) => {
      const result = await next({ ctx: { signedIn, services } });
      if (!result.ok) throw result.error;
      return result;
    });
  });

const guarded = <Who extends Guard>(access: Who) => t.procedure.meta({ access }).use(gate(access));

type Builder<Overrides> = TRPCProcedureBuilder<
  Context,
  Meta,
  Overrides,
  TRPCUnsetMarker,
  TRPCUnsetMarker,
  TRPCUnsetMarker,
  TRPCUnsetMarker,
  false
>;

/** A guard that takes the declaration of the call that it guards. */
const answering =
  <Overrides>(builder: Builder<Overrides>) =>
  <Input extends v.GenericSchema, Output extends v.GenericSchema>({ input, output }: Call<Input, Output>) => {
    const taking = () => builder.input(input);
    // A call that takes nothing has nothing to parse, but the same type.
    const isTaking = (input as unknown) !== NOTHING;
    return (isTaking ? taking() : (builder as unknown as ReturnType<typeof taking>)).output(output);
  };

export const publicProcedure = answering(guarded('everyone'));

/** Verified or not. */
export const signedInProcedure = answering(guarded('signedIn'));

const verified = guarded('verified');
export const verifiedProcedure = answering(verified);

const forRole = guarded('role');
export const roleProcedure = answering(forRole);

const unitOfWork = t.middleware(async ({ ctx, path, meta, getRawInput, next }) => {
  const { services, requestId, signedIn } = ctx as Context & { signedIn: SignedIn };
  // Results of sign-in are never stored.
  const idempotencyKey = path.startsWith('auth.') || meta?.isSecret ? null : parseIdempotencyKey(ctx);
  const order = {
    services,
    actor: signedIn.user,
    // A test compares the table with the router.
    procedure: path as AuditedCall,
    requestId,
    idempotencyKey,
    inputHash: idempotencyKey === null ? null : hashCall(path, await getRawInput()),
  };
  return inUnitOfWork(order, async (unit) => {
    const data = await runOncePerKey(unit, async () => {
      const result = await next({ ctx: { unit } });
      if (!result.ok) throw result.error;
      return result.data;
    });
    // next() returns this: a stored result has no other way in.
    return { ok: true, data, marker: 'middlewareMarker' } as Awaited<ReturnType<typeof next<{ unit: typeof unit }>>>;
  });
});

export const verifiedMutation = answering(verified.meta({ isOncePerKey: true }).use(unitOfWork));

const changeForRole = forRole.meta({ isOncePerKey: true }).use(unitOfWork);
export const roleMutation = answering(changeForRole);

/** Only soon after its caller proved who they are. */
export const provedMutation = answering(changeForRole.meta({ proof: 'recent' }));
