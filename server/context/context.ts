import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { Secrets } from '../auth/secrets.ts';
import type { Environment } from '../config/env.ts';
import type { Database } from '../database/client.ts';
import type { Pools } from '../database/pools.ts';
import type { Replica } from '../database/replica.ts';
import type { ImageStore } from '../images/image-store.ts';
import type { JobQueue } from '../jobs/queue.ts';
import type { Admission } from '../limits/admission.ts';
import type { Limits } from '../limits/limits.ts';
import type { Followers } from '../live/followers.ts';
import type { PushSender } from '../push/push-sender.ts';

/** What the server is made of, for whoever handles a call. */
export interface Services {
  /** For reads of signed-in people and whatever else is one short statement. */
  db: Database;
  /** For visitors' look-ups. */
  lookUps: Database;
  /** Where visitors' look-ups are asked first, which may lag; null where there is none. */
  replica: Replica | null;
  /** For transactions: what waits for a lock in one holds up no read. */
  writes: Database;
  /** Who uses how many connections (metrics). */
  pools: Pools;
  admission: Admission;
  environment: Environment;
  secrets: Secrets;
  limits: Limits;
  jobs: JobQueue;
  images: ImageStore;
  /** The streams of this process, which hear of changes that any process makes. */
  followers: Followers;
  push: PushSender;
}

/** One HTTP request, as the procedures see it. Each call of a batch is authorised and limited by itself. */
export interface Context {
  services: Services;
  requestId: string;
  log: FastifyBaseLogger;
  address: string;
  device: string;
  token: string | null;
  /** Which device it is, for the calls that take a password: see 'known devices' (decision 0022). */
  deviceTicket: string | null;
  /** Of one shipment's details; whoever follows several shipments may send a list. */
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
