/**
 * Guesses are charged first and refunded unless wrong: concurrent ones never exceed the points.
 * Decision 0022.
 */
import type { Executor } from '../database/client.ts';
import { tooManyRequests, UserError } from '../errors/errors.ts';
import { type Allowance, deletePoints, type Point, returnPoint, takePoint } from '../sql/rate-limits.ts';
import { createClosedKeys } from './closed-keys.ts';
import { type Caller, type Charge, createCharge } from './limit-keys.ts';
import type { LimitName, LimitRule } from './limit-rules.ts';

/** `wrong`: a wrong guess, or a lookup that found nothing. */
export type GuessResult = 'right' | 'wrong' | 'failed';

export interface Limits {
  /** Asks no database: where nobody knows that it is closed, `admit` finds out. @throws TOO_MANY_REQUESTS */
  assertOpen(names: readonly LimitName[], caller: Caller): void;
  /** Call the result once. @throws Both: TOO_MANY_REQUESTS. */
  admit(names: readonly LimitName[], caller: Caller): Promise<(outcome: GuessResult) => Promise<void>>;
  /** @throws TOO_MANY_REQUESTS. */
  take(name: LimitName, caller: Caller): Promise<Left>;
  /** False if none is left. */
  spend(name: LimitName, caller: Caller): Promise<boolean>;
  forgive(name: LimitName, caller: Caller): Promise<void>;
}

export interface Left {
  points: number;
  left: number;
  /** Until all are free again. */
  seconds: number;
}

interface Taken {
  rule: LimitRule;
  point: Point;
}

const RECHECK_MS = 1_000;

export function createLimits(executor: Executor, onFault: (error: unknown) => void): Limits {
  const closed = createClosedKeys();

  function throwIfClosed({ rule, key }: Charge): void {
    const wait = closed.getWaitMs(key);
    if (wait > 0) throw tooMany(wait, rule);
  }

  function chargesBefore(charges: readonly Charge[], caller: Caller): Charge[] {
    return charges.flatMap((charge) => {
      if (charge.rule.charges !== 'misses') return charge;
      return charge.rule.usedUp && closed.getWaitMs(charge.key) > 0 ? createCharge(charge.rule.usedUp, caller) : [];
    });
  }

  async function take(charge: Charge): Promise<Taken> {
    throwIfClosed(charge);
    const { rule, key } = charge;
    const taken = await takePoint(executor, key, allowanceOf(rule));
    if ('point' in taken) return { rule, point: taken.point };
    const { wait } = taken;
    // May be refunded, perhaps by another server.
    closed.add(key, wait, rule.charges === 'guesses' ? RECHECK_MS : wait);
    throw tooMany(wait, rule);
  }

  async function returnPoints(taken: readonly Taken[]): Promise<void> {
    const work = taken.map(({ rule, point }) => returnPoint(executor, point, allowanceOf(rule)));
    for (const result of await Promise.allSettled(work)) if (result.status === 'rejected') onFault(result.reason);
  }

  return {
    assertOpen(names, caller) {
      const charges = names.map((name) => createCharge(name, caller));
      chargesBefore(charges, caller).forEach(throwIfClosed);
    },
    async admit(names, caller) {
      const charges = names.map((name) => createCharge(name, caller));
      const misses = charges.filter(({ rule }) => rule.charges === 'misses');
      const before = chargesBefore(charges, caller);
      before.forEach(throwIfClosed);
      const guesses: Taken[] = [];
      try {
        for (const charge of before) {
          const taken = await take(charge);
          if (charge.rule.charges === 'guesses') guesses.push(taken);
        }
      } catch (error) {
        await returnPoints(guesses);
        throw error;
      }
      return async (outcome) => {
        if (outcome !== 'wrong') return returnPoints(guesses);
        for (const charge of misses) await take(charge);
      };
    },
    async take(name, caller) {
      const { rule, point } = await take(createCharge(name, caller));
      const { points, refill } = rule;
      return { points, left: Math.max(points - point.used, 0), seconds: Math.ceil(point.used * refill) };
    },
    async spend(name, caller) {
      try {
        await take(createCharge(name, caller));
        return true;
      } catch (error) {
        if (error instanceof UserError) return false;
        throw error;
      }
    },
    async forgive(name, caller) {
      const { key } = createCharge(name, caller);
      await deletePoints(executor, key);
      closed.remove(key);
    },
  };
}

const tooMany = (wait: number, { instead }: LimitRule) => tooManyRequests(Math.max(Math.ceil(wait / 1000), 1), instead);

const allowanceOf = ({ points, refill }: LimitRule): Allowance => ({ points, refill: refill * 1000 });
