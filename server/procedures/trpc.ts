/**
 * The procedure builders. They read the user on every call, so that revoked rights take effect at
 * once.
 */
import { getTRPCErrorFromUnknown, initTRPC, TRPCError } from '@trpc/server';
import { hashToken, ticketKey } from '../auth/secrets.ts';
import type { Context } from '../context/context.ts';
import { requestIds } from '../context/request-id.ts';
import {
  assertPlainInput,
  hashCall,
  inUnitOfWork,
  parseIdempotencyKey,
  runOncePerKey,
} from '../context/unit-of-work.ts';
import { UserError } from '../errors/errors.ts';
import { isSecurityEvent, isServerFault, publicError, toWireError } from '../errors/wire-errors.ts';
import type { Lane } from '../limits/admission.ts';
import type { Place } from '../limits/lane-queue.ts';
import { type Caller, readNamed } from '../limits/limit-keys.ts';
import type { LimitName } from '../limits/limit-rules.ts';
import type { Outcome } from '../limits/limits.ts';
import { isKnownDevice } from '../stores/auth/known-devices.ts';
import { findSignedIn, type SignedIn } from '../stores/auth/sessions.ts';

interface Meta {
  limits?: readonly LimitName[];
  limitsOnKnownDevice?: readonly LimitName[];
  /** The result is a secret, so it is never stored under an idempotency key. */
  isSecret?: boolean;
  lane?: Lane;
}

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    isDev: false,
    // Pings keep both ends from waiting on a dead stream.
    sse: { ping: { enabled: true, intervalMs: 15_000 }, client: { reconnectAfterInactivityMs: 40_000 } },
    errorFormatter({ shape, error, ctx }) {
      const { message, data } = publicError(error, ctx?.requestId ?? requestIds.getStore() ?? '');
      return { code: shape.code, message, data: { ...data, httpStatus: shape.data.httpStatus, path: shape.data.path } };
    },
  });

export const { router, createCallerFactory } = t;

// One middleware: tRPC copies the context for each, and four took a third of a lookup's time.
const gate = t.middleware(async ({ ctx, path, meta, type, getRawInput, next }) => {
  let userId: string | undefined;
  let place: Place | undefined;
  try {
    const input = await getRawInput();
    assertPlainInput(input);
    const { admission } = ctx.services;
    place = await admission.enter(meta?.lane ?? laneOf(type, ctx.token), ctx);
    const signedIn = ctx.token ? await findSignedIn(ctx.services.db, ctx.token) : null;
    userId = signedIn?.user.id;
    if (ctx.token && userId) admission.recognize(ctx.token, userId);

    const caller: Caller = { ...readNamed(input), address: ctx.address, userId };
    if (meta?.limitsOnKnownDevice) caller.knownDevice = await findKnownDevice(ctx, caller.account);
    const named = (caller.knownDevice ? meta?.limitsOnKnownDevice : meta?.limits) ?? [];
    const names: readonly LimitName[] = type === 'mutation' && signedIn ? [...named, 'write'] : named;
    const settle = names.length > 0 ? await ctx.services.limits.admit(names, caller) : null;
    const result = await next({ ctx: { signedIn } });
    await settle?.(outcomeOf(result));
    if (result.ok) return result;
    throw result.error;
  } catch (cause) {
    const error = toWireError(getTRPCErrorFromUnknown(cause));
    ctx.services.admission.countError(error, place);
    if (isServerFault(error)) ctx.log.error({ err: error.cause ?? error, procedure: path }, 'A procedure failed');
    if (isSecurityEvent(error)) ctx.log.info({ procedure: path, code: error.code, userId }, 'A call was rejected');
    throw error;
  } finally {
    place?.leave();
  }
});

function outcomeOf(result: { ok: true } | { ok: false; error: TRPCError }): Outcome {
  if (result.ok) return 'right';
  return result.error.cause instanceof UserError && result.error.cause.guess ? 'wrong' : 'failed';
}

async function findKnownDevice({ services, deviceTicket }: Context, account = ''): Promise<string | undefined> {
  if (!deviceTicket) return undefined;
  const isKnown = await isKnownDevice(services.db, hashToken(deviceTicket), account);
  return isKnown ? ticketKey(deviceTicket) : undefined;
}

function laneOf(type: string, token: string | null): Lane {
  if (type === 'mutation') return 'writes';
  return token === null ? 'lookUps' : 'reads';
}

export const publicProcedure = t.procedure.use(gate);

export const signedInProcedure = publicProcedure.use(({ ctx, next }) => {
  if (!ctx.signedIn) throw new TRPCError({ code: 'UNAUTHORIZED' });
  return next({ ctx: { signedIn: ctx.signedIn } });
});

export const verifiedProcedure = signedInProcedure.use(({ ctx, next }) => {
  if (!ctx.signedIn.user.verified) throw new UserError('FORBIDDEN', 'Verify your email first.');
  return next();
});

export const managerProcedure = verifiedProcedure.use(({ ctx, next }) => {
  if (!ctx.signedIn.user.header) throw new TRPCError({ code: 'FORBIDDEN' });
  return next();
});

export const courierProcedure = verifiedProcedure.use(({ ctx, next }) => {
  if (!ctx.signedIn.user.courier) throw new TRPCError({ code: 'FORBIDDEN' });
  return next();
});

const unitOfWork = t.middleware(async ({ ctx, path, meta, getRawInput, next }) => {
  const { services, requestId, signedIn } = ctx as Context & { signedIn: SignedIn };
  // Results of sign-in procedures are never stored under a key.
  const idempotencyKey = path.startsWith('auth.') || meta?.isSecret ? null : parseIdempotencyKey(ctx);
  const order = {
    services,
    actor: signedIn.user,
    procedure: path,
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
    // What next() returns: a stored answer has no other way in.
    return { ok: true, data, marker: 'middlewareMarker' } as Awaited<ReturnType<typeof next<{ unit: typeof unit }>>>;
  });
});

export const verifiedMutation = verifiedProcedure.use(unitOfWork);

export const managerMutation = managerProcedure.use(unitOfWork);
