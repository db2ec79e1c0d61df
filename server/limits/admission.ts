/**
 * How many calls one process runs at the same time, and how many of them one network or one user
 * may have. The others wait in memory without a connection; a call that cannot start soon is
 * rejected with a 503.
 * Docs: decision 0021.
 */
import { availableParallelism } from 'node:os';
import type { TRPCError } from '@trpc/server';
import { hashToken } from '../auth/secrets.ts';
import { isPoolTimeout } from '../errors/transient-errors.ts';
import { Busy, LaneQueue, type Place } from './lane-queue.ts';
import type { Budget, Capacity } from './lane-tally.ts';
import { networkOf } from './limit-keys.ts';

const CORES = availableParallelism();
/** This bounds the memory; `patienceMs` bounds the wait. */
const WAITING: Capacity = { total: 1_000, network: 500, person: 450 };

/**
 * Decision 0021 explains these numbers. Those of reads and writes fit their pools
 * (database/pools.ts).
 */
export const BUDGETS = {
  /** Queries of visitors. */
  lookUps: {
    running: { total: 64, network: 48, person: 48 },
    waiting: WAITING,
    patienceMs: 1_000,
    restMs: 0,
  },
  /** Queries of signed-in users. */
  reads: {
    running: { total: 6, network: 5, person: 3 },
    waiting: WAITING,
    patienceMs: 1_000,
    restMs: 0,
  },
  /** Mutations, most of which hold a connection from beginning to end. */
  writes: {
    running: { total: 8, network: 6, person: 3 },
    waiting: WAITING,
    patienceMs: 1_000,
    restMs: 500,
  },
  /** Mutations that hash a password: a hash takes a core for some 40 ms, and no connection. */
  passwords: {
    running: { total: 2 * CORES, network: 2 * CORES - 1, person: 2 },
    waiting: WAITING,
    patienceMs: 1_000,
    restMs: 500,
  },
  /**
   * Files that people send and fetch: as slow as their network, so there are many places, of which
   * one person gets few. One in transit takes a file on disk or a batch of lines, and no connection;
   * what is done with it has limits of its own.
   */
  files: {
    running: { total: 400, network: 200, person: 12 },
    waiting: { total: 400, network: 200, person: 24 },
    patienceMs: 1_000,
    restMs: 0,
  },
} as const satisfies Record<string, Budget>;

export type Lane = keyof typeof BUDGETS;

/** What is known of a caller before any query. */
export interface Caller {
  address: string;
  token: string | null;
}

export interface Admission {
  /**
   * Takes a place, or waits for one.
   * @throws Busy if none is available soon.
   */
  enter(lane: Lane, caller: Caller): Promise<Place>;
  /**
   * Remembers whose token this is, so that all sessions of a user share one budget. It grants no
   * rights.
   */
  recognize(token: string, personId: string): void;
  /**
   * Counts an error that ended a call, for the metrics; after a 429 the call keeps its place for a
   * moment.
   */
  countError(error: TRPCError, place?: Place): void;
  /** Rejected calls so far, by reason. */
  refused: ReadonlyMap<string, number>;
  /** Running and waiting calls, by lane. */
  load(): { lane: Lane; running: number; waiting: number }[];
}

/** Beyond this all are forgotten; a token then counts separately until its next call. */
const MAX_KNOWN_TOKENS = 10_000;

/** Creates the admission of one process. */
export function createAdmission(): Admission {
  const lanes = Object.keys(BUDGETS) as Lane[];
  const queues = Object.fromEntries(lanes.map((lane) => [lane, new LaneQueue(lane, BUDGETS[lane])])) as Record<
    Lane,
    LaneQueue
  >;
  const refused = new Map<string, number>();
  /** By the hash of a token. */
  const people = new Map<string, [id: string]>();
  const keyOf = (token: string) => hashToken(token).toString('base64url');
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

/** PostgreSQL's codes for timeouts, and for one connection too many. */
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
