import { initTRPC } from '@trpc/server';
import type * as v from 'valibot';
import type { AuditedCall } from '../../src/domain/audit-deeds.ts';
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

export const publicProcedure = guarded('everyone');

/** Verified or not. */
export const signedInProcedure = guarded('signedIn');

export const verifiedProcedure = guarded('verified');

export const roleProcedure = guarded('role');

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

export const verifiedMutation = verifiedProcedure.meta({ isOncePerKey: true }).use(unitOfWork);

export const roleMutation = roleProcedure.meta({ isOncePerKey: true }).use(unitOfWork);

/** Only soon after its caller proved who they are. */
export const provedMutation = roleMutation.meta({ proof: 'recent' });
