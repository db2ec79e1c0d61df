import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { Brand } from '../base/config/brand.ts';
import type { Environment } from '../base/config/env.ts';
import type { Postcodes } from '../base/config/postcodes.ts';
import type { Database, Executor } from '../base/database/client.ts';
import type { Pools } from '../base/database/pools.ts';
import type { Replicas } from '../base/database/replicas/replicas.ts';
import type { ImageStore } from '../base/images/image-store.ts';
import type { ProofStore } from '../base/images/proof-store.ts';
import type { Admission } from '../base/limits/admission.ts';
import type { Limits } from '../base/limits/limits.ts';
import type { Followers } from '../base/live/followers.ts';
import type { Marks } from '../base/marks/marks.ts';
import type { Secrets } from '../base/secrets/secrets.ts';
import type { CurrentSettings } from '../brand/current-settings.ts';
import type { JobQueue } from '../jobs/queue.ts';
import type { PushSender } from '../push/services/push-sender.ts';

export interface Services {
  db: Database;
  /** For visitors' lookups. */
  lookUps: Database;
  /** Asked first for visitors' lookups, and while the primary is away; null without one. */
  replicas: Replicas | null;
  /** For transactions, so that one waiting for a lock holds up no read. */
  writes: Executor;
  pools: Pools;
  admission: Admission;
  /** What the environment and the brand’s pages say now. A request or job keeps what it began with. */
  readonly environment: Environment;
  readonly environmentOn: (day: string) => Environment;
  settings: CurrentSettings;
  secrets: Secrets;
  limits: Limits;
  jobs: JobQueue;
  images: ImageStore;
  /** These pictures are not public. */
  proofs: ProofStore;
  /** They say what has left the house (decision 0026). */
  marks: Marks;
  followers: Followers;
  push: PushSender;
  readonly brand: Brand;
  /** Null without POSTCODES_FILE. */
  postcodes: Postcodes | null;
}

/** One per HTTP request, shared by a batch. */
export interface Context {
  services: Services;
  requestId: string;
  log: FastifyBaseLogger;
  address: string;
  device: string;
  token: string | null;
  /** Decision 0022. */
  deviceTicket: string | null;
  /** May be a list of grants. */
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
    token: /^Bearer[ \t]+([\w-]{1,200})[ \t]*$/i.exec(header(req, 'authorization'))?.[1] ?? null,
    deviceTicket: /^[\w-]{43}$/.exec(header(req, 'x-device-ticket'))?.[0] ?? null,
    grant: header(req, 'x-shipment-grant').slice(0, 4_000) || null,
    idempotencyKey: header(req, 'idempotency-key') || null,
  };
}

function header(request: FastifyRequest, name: string): string {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
}
