import { createHash } from 'node:crypto';
import type { TRPCError } from '@trpc/server';
import { isPoolTimeout } from '../errors/transient-errors.ts';
import { Busy, LaneQueue, type Place } from './lane-queue.ts';
import type { Budget, Capacity } from './lane-tally.ts';
import { networkOf } from './limit-keys.ts';
import { CORES } from './shared-queues.ts';

/** This bounds the memory; `queueTimeoutMs` bounds the wait. */
const WAITING: Capacity = { total: 1_000, network: 500, person: 450 };

/** Must fit the pools (database/pools.ts). */
export const BUDGETS = {
  lookUps: {
    running: { total: 64, network: 48, person: 48 },
    waiting: WAITING,
    queueTimeoutMs: 1_000,
    restMs: 0,
  },
  reads: {
    running: { total: 6, network: 5, person: 3 },
    waiting: WAITING,
    queueTimeoutMs: 1_000,
    restMs: 0,
  },
  writes: {
    running: { total: 7, network: 6, person: 3 },
    waiting: WAITING,
    queueTimeoutMs: 1_000,
    restMs: 500,
  },
  /** The REST interface. */
  shops: {
    running: { total: 4, network: 3, person: 2 },
    waiting: WAITING,
    queueTimeoutMs: 1_000,
    restMs: 0,
  },
  /** Connected shops share networks: many call from Shopify's. */
  orders: {
    running: { total: 2, network: 1, person: 1 },
    waiting: { total: 250, network: 150, person: 60 },
    queueTimeoutMs: 30_000,
    restMs: 0,
  },
  /** A hash takes a core for 40 ms. */
  passwords: {
    running: { total: 2 * CORES, network: 2 * CORES - 1, person: 2 },
    waiting: WAITING,
    queueTimeoutMs: 1_000,
    restMs: 500,
  },
  plans: {
    running: { total: Math.max(2, CORES - 1), network: Math.max(2, CORES - 1), person: 1 },
    waiting: { total: 100, network: 50, person: 20 },
    queueTimeoutMs: 30_000,
    restMs: 0,
  },
  /** Slow, but without a connection. */
  files: {
    running: { total: 400, network: 200, person: 24 },
    waiting: { total: 400, network: 200, person: 24 },
    queueTimeoutMs: 1_000,
    restMs: 0,
  },
} as const satisfies Record<string, Budget>;

export type Lane = keyof typeof BUDGETS;

export interface Caller {
  address: string;
  token: string | null;
}

export interface Admission {
  /** @throws Busy */
  enter(lane: Lane, caller: Caller): Promise<Place>;
  /** Grants no rights. */
  recognize(token: string, personId: string): void;
  countError(error: TRPCError, place?: Place): void;
  refused: ReadonlyMap<string, number>;
  load(): { lane: Lane; running: number; waiting: number }[];
}

const MAX_KNOWN_TOKENS = 10_000;

export function createAdmission(budgets: Record<Lane, Budget> = BUDGETS): Admission {
  const lanes = Object.keys(budgets) as Lane[];
  const queues = Object.fromEntries(lanes.map((lane) => [lane, new LaneQueue(lane, budgets[lane])])) as Record<
    Lane,
    LaneQueue
  >;
  const refused = new Map<string, number>();
  const people = new Map<string, [id: string]>();
  const keyOf = (token: string) => createHash('sha256').update(token).digest('base64url');
  return {
    refused,
    enter(lane, { address, token }) {
      const key = token === null ? null : keyOf(token);
      const person = key === null ? [] : [key, ...(people.get(key) ?? [])];
      return queues[lane].enter({ network: networkOf(address), person });
    },
    recognize(token, personId) {
      if (people.size >= MAX_KNOWN_TOKENS) people.clear();
      people.set(keyOf(token), [personId]);
    },
    countError(error, place) {
      if (error.code === 'TOO_MANY_REQUESTS') place?.rest();
      if (error.code !== 'SERVICE_UNAVAILABLE') return;
      const reason = reasonOf(error.cause);
      refused.set(reason, (refused.get(reason) ?? 0) + 1);
    },
    load: () =>
      lanes.map((lane) => {
        const { running, waiting } = queues[lane];
        return { lane, running: running.total, waiting: waiting.total };
      }),
  };
}

const REASONS: Record<string, string> = {
  '55P03': 'lock_timeout',
  '57014': 'statement_timeout',
  '53300': 'too_many_connections',
};

function reasonOf(cause: unknown): string {
  for (let current = cause; current instanceof Error; current = current.cause) {
    if (current instanceof Busy) return current.reason;
    const reason = 'code' in current && REASONS[String(current.code)];
    if (reason) return reason;
    if (isPoolTimeout(current)) return 'connection_wait';
  }
  return 'other';
}
