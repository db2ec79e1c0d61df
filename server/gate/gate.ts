/** The user is read on every call, so that revoked rights take effect at once. */
import { getTRPCErrorFromUnknown } from '@trpc/server';
import type * as v from 'valibot';
import { may, type RestrictedCall } from '../../src/domain/roles.ts';
import { isKnownDevice } from '../auth/store/known-devices.ts';
import { findSignedIn, type SignedIn } from '../auth/store/sessions.ts';
import type { Environment } from '../base/config/env.ts';
import { proofNeeded, UserError } from '../base/errors/errors.ts';
import { isTransientError } from '../base/errors/transient-errors.ts';
import { isSecurityEvent, isServerFault, toWireError } from '../base/errors/wire-errors.ts';
import type { Lane } from '../base/limits/admission.ts';
import { assertInput, assertPayable } from '../base/limits/assert-input.ts';
import type { Place } from '../base/limits/lane-queue.ts';
import { type Caller, readNamed, shownNetworkOf } from '../base/limits/limit-keys.ts';
import type { LimitName } from '../base/limits/limit-rules.ts';
import { asCaller } from '../base/limits/shared-queues.ts';
import { noteProgress } from '../base/process/current-work.ts';
import { lacksSecondFactor } from '../base/secrets/second-factor.ts';
import { hashToken, ticketKey } from '../base/secrets/secrets.ts';
import type { Context, Services } from '../context/context.ts';
import { countFactors, isAny } from '../factors/store/factors.ts';

export type Access = 'everyone' | 'signedIn' | 'verified' | RestrictedCall;

/** Null for a visitor. */
export type Admitted<Who extends Access> = Who extends 'everyone' ? SignedIn | null : SignedIn;

/** The proof lasts 15 minutes. `or-password`: without a second factor, the password will do. */
export type AskedProof = 'recent' | 'recent-or-password';

export interface GateCall<Who extends Access> {
  name: string;
  access: Who;
  lane: Lane;
  isWrite: boolean;
  proof?: AskedProof | undefined;
  /** Keys of the input: without any of them, no proof is needed. */
  proofFor?: readonly string[] | undefined;
  /** Also for who has to set up a second factor first. */
  isForSetUp?: boolean | undefined;
  limits?: readonly LimitName[] | undefined;
  limitsOnKnownDevice?: readonly LimitName[] | undefined;
  readInput?(): Promise<unknown>;
  schema?: v.GenericSchema | undefined;
}

/** @throws A TRPCError, already counted and, if necessary, logged. */
export async function passGate<Who extends Access, Result>(
  ctx: Context,
  call: GateCall<Who>,
  run: (signedIn: Admitted<Who>, services: Services) => Promise<Result>,
): Promise<Result> {
  const { admission, environment, limits } = ctx.services;
  let userId: string | undefined;
  let place: Place | undefined;
  try {
    const input = await call.readInput?.();
    assertInput(input, call.schema);
    if (!ctx.token) requireAccess(null, call, environment);
    const named = { ...readNamed(input), address: ctx.address };
    noteProgress({ name: call.name });
    // A stranger's guess at something closed takes no place from callers who may enter.
    if (!ctx.token && !ctx.deviceTicket) limits.assertOpen(call.limits ?? [], named);
    place = await admission.enter(call.lane, ctx);
    const { services, signedIn } = await findCaller(call, ctx);
    userId = signedIn?.user.id;
    if (ctx.token && userId) admission.recognize(ctx.token, userId);
    const admitted = requireAccess(signedIn, call, environment);
    assertPayable(input, call.schema, environment.CURRENCY);
    if (call.proof && signedIn && isProofFor(call, input)) await requireProof(ctx, signedIn, call.proof);

    const caller: Caller = { ...named, userId };
    if (call.limitsOnKnownDevice) caller.knownDevice = await findKnownDevice(ctx, caller.account);
    const own = (caller.knownDevice ? call.limitsOnKnownDevice : call.limits) ?? [];
    const names: readonly LimitName[] = call.isWrite && signedIn ? [...own, 'write'] : own;
    const runAsCaller = () => asCaller(caller, () => run(admitted, services));
    if (names.length === 0) return await runAsCaller();
    const settle = await limits.admit(names, caller);
    const result = await runAsCaller().catch(async (error: unknown) => {
      await settle(isWrongGuess(error) ? 'wrong' : 'failed');
      throw error;
    });
    await settle('right');
    if (call.isWrite && ctx.token) ctx.services.replicas?.noteWrite(ctx.token);
    return result;
  } catch (cause) {
    const error = toWireError(getTRPCErrorFromUnknown(cause));
    admission.countError(error, place);
    if (isServerFault(error)) ctx.log.error({ err: error.cause ?? error, procedure: call.name }, 'A call failed');
    if (isSecurityEvent(error)) ctx.log.info({ procedure: call.name, code: error.code, userId }, 'A call was rejected');
    throw error;
  } finally {
    noteProgress({ name: call.name });
    place?.leave();
  }
}

/**
 * While the primary is away, reads go to the latest replica.
 * @throws SERVICE_UNAVAILABLE at once for a write, which would only wait for its timeout.
 */
function servicesFor({ isWrite }: Pick<GateCall<Access>, 'isWrite'>, { services, token }: Context): Services {
  const { replicas } = services;
  if (!replicas || replicas.isPrimaryUp()) return services;
  const standIn = replicas.standIn(token);
  if (isWrite || !standIn) throw new UserError('SERVICE_UNAVAILABLE');
  return { ...services, db: standIn, lookUps: standIn };
}

async function findCaller(call: GateCall<Access>, ctx: Context) {
  const find = async (services: Services) => ({
    services,
    signedIn: ctx.token ? await findSignedIn(services.db, ctx.token, shownNetworkOf(ctx.address)) : null,
  });
  return find(servicesFor(call, ctx)).catch((error: unknown) => {
    // The primary may have just gone down.
    if (ctx.services.replicas?.isPrimaryUp() !== false || !isTransientError(error)) throw error;
    return find(servicesFor(call, ctx));
  });
}

/** @throws UNAUTHORIZED or FORBIDDEN. */
function requireAccess<Who extends Access>(
  signedIn: SignedIn | null,
  { access, isForSetUp }: Pick<GateCall<Who>, 'access' | 'isForSetUp'>,
  environment: Environment,
): Admitted<Who> {
  const isWeak = signedIn !== null && lacksSecondFactor(environment, signedIn);
  // Everyone sees this as a visitor does.
  if (access === 'everyone') return (isWeak ? null : signedIn) as Admitted<Who>;
  if (!signedIn) throw new UserError('UNAUTHORIZED');
  const admitted = signedIn as Admitted<Who>;
  if (access === 'signedIn') return admitted;
  const { user } = signedIn;
  if (!user.verified) throw new UserError('FORBIDDEN', 'Verify your email first.');
  if (isWeak && !isForSetUp) {
    throw new UserError('FORBIDDEN', 'Your account needs a second factor first.', { needs: 'second-factor' });
  }
  if (access !== 'verified' && !may(user, access)) throw new UserError('FORBIDDEN');
  return admitted;
}

const isProofFor = ({ proofFor }: Pick<GateCall<Access>, 'proofFor'>, input: unknown) =>
  proofFor?.some((key) => Object.hasOwn(Object(input), key)) ?? true;

/** @throws FORBIDDEN that needs a proof. */
async function requireProof({ services }: Context, { user, isProved }: SignedIn, asked: AskedProof): Promise<void> {
  if (isProved) return;
  if (asked === 'recent-or-password' && !isAny(await countFactors(services.db, user.id))) return;
  throw proofNeeded();
}

function isWrongGuess(thrown: unknown): boolean {
  const { cause } = getTRPCErrorFromUnknown(thrown);
  return cause instanceof UserError && cause.guess;
}

async function findKnownDevice({ services, deviceTicket }: Context, account = ''): Promise<string | undefined> {
  if (!deviceTicket) return undefined;
  const isKnown = await isKnownDevice(services.db, hashToken(deviceTicket), account);
  return isKnown ? ticketKey(deviceTicket) : undefined;
}
