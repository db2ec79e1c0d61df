import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { Secrets } from '../auth/secrets.ts';
import type { Environment } from '../config/env.ts';
import type { Database } from '../database/client.ts';
import type { Pools } from '../database/pools.ts';
import type { Replica } from '../database/replica.ts';
import type { ImageStore } from '../images/image-store.ts';
import type { ProofStore } from '../images/proof-store.ts';
import type { JobQueue } from '../jobs/queue.ts';
import type { Admission } from '../limits/admission.ts';
import type { Limits } from '../limits/limits.ts';
import type { Followers } from '../live/followers.ts';
import type { PushSender } from '../push/push-sender.ts';

/** The server's parts, for everything that handles a call. */
export interface Services {
  /** For reads of signed-in users and other single short statements. */
  db: Database;
  /** For visitors' lookups. */
  lookUps: Database;
  /** Asked first for visitors' lookups, but may lag; null if there is no replica. */
  replica: Replica | null;
  /** For transactions, so that one waiting for a lock holds up no read. */
  writes: Database;
  /** Connection counts for the metrics. */
  pools: Pools;
  admission: Admission;
  environment: Environment;
  secrets: Secrets;
  limits: Limits;
  jobs: JobQueue;
  images: ImageStore;
  /** Pictures of deliveries, which are not public. */
  proofs: ProofStore;
  /** The live streams of this process, which are notified of changes made by any process. */
  followers: Followers;
  push: PushSender;
}

/**
 * One HTTP request, as procedures see it. Each call of a batch is authorized and limited
 * separately.
 */
export interface Context {
  services: Services;
  requestId: string;
  log: FastifyBaseLogger;
  address: string;
  device: string;
  token: string | null;
  /** Identifies a known device for calls that take a password (decision 0022). */
  deviceTicket: string | null;
  /** Opens one shipment's details; a caller who follows several shipments may send a list. */
  grant: string | null;
  idempotencyKey: string | null;
}

export function createContext(services: Services, { req }: { req: FastifyRequest; res: FastifyReply }): Context {
  return {
    services,
    requestId: req.id,
    log: req.log,
    address: req.ip,
    device: header(req, 'user-agent').slice(0, 300),
    token: /^Bearer ([\w-]{1,200})$/.exec(header(req, 'authorization'))?.[1] ?? null,
    deviceTicket: /^[\w-]{43}$/.exec(header(req, 'x-device-ticket'))?.[0] ?? null,
    grant: header(req, 'x-shipment-grant').slice(0, 4_000) || null,
    idempotencyKey: header(req, 'idempotency-key') || null,
  };
}

function header(request: FastifyRequest, name: string): string {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
}
