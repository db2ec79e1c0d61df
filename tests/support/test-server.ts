/**
 * The whole server runs on its own database in this process, and is called over real connections.
 * It needs no test runner.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { PoolClient } from 'pg';
import type { TokenPurpose } from '../../server/auth/store/one-time-tokens.ts';
import { insertSession } from '../../server/auth/store/sessions.ts';
import { type Environment, readEnvironment } from '../../server/base/config/env.ts';
import { BUDGETS, createAdmission, type Lane } from '../../server/base/limits/admission.ts';
import type { Budget } from '../../server/base/limits/lane-tally.ts';
import { createToken } from '../../server/base/secrets/secrets.ts';
import { insertBill } from '../../server/bills/manage-bills.ts';
import type { BrandFiles } from '../../server/brand/write-brand.ts';
import type { Services } from '../../server/context/context.ts';
import { inUnitOfWork, type UnitOfWork } from '../../server/context/unit-of-work.ts';
import { createApp } from '../../server/entrance/app.ts';
import type { MailDelivery } from '../../server/jobs/queues.ts';
import { insertOneTimeToken } from '../../server/mail/create-link-token.ts';
import { insertUser } from '../../server/people/store/users.ts';
import { type RunningServices, startServices } from '../../server/services.ts';
import { createShipment } from '../../server/shipments/create-shipment.ts';
import { paths } from '../../src/domain/paths.ts';
import type { CreateShipment } from '../../src/domain/shipment.ts';
import type { ShopProblem } from '../../src/domain/shop-problem.ts';
import { contract, type OutputOf, type ProcedureName } from './contract.ts';
import { createTestDatabase, type TestCluster, type TestDatabase } from './database.ts';
import { readFirstEvent } from './live-stream.ts';
import { type PersonDetails, withRoles } from './person-details.ts';
import { SAMPLE_SHIPMENT } from './sample-shipment.ts';

export const PASSWORD = 'Tram-to-Angered-11';
export const SECRET_KEY = 'for tests only: 32 bytes or more of it';
export const PUBLIC_URL = 'http://waybill.test';

export interface TestServerOptions {
  /** Otherwise jobs are only written down. */
  worker?: boolean;
  /** Further variables, over the defaults. */
  environment?: Record<string, string>;
  /** How mails are tried again. */
  mails?: Partial<MailDelivery>;
  /** What the log of errors gets. */
  onError?: (error: unknown) => void;
  /**
   * It refuses after a second or two, as in production. Otherwise calls wait, so that a busy
   * machine fails no test.
   */
  refusesSoon?: boolean;
  /** The database stays when the server is closed. */
  database?: TestDatabase;
}

export interface Person {
  id: string;
  email: string;
  password: string;
  /** `signIn` and `signInAs` set it. */
  token: string;
}

export type Role = 'manager' | 'customer' | 'unverified';

export interface Parcel {
  id: string;
  trackingId: string;
  senderCode: string;
  receiverCode: string;
}

export interface CallOptions {
  /** The person whose token is sent. */
  as?: Pick<Person, 'token'> | string | undefined;
  headers?: Record<string, string>;
  /** The address the call comes from. */
  address?: string;
}

export interface WireError {
  message: string;
  code: number;
  data: {
    code: string;
    httpStatus: number;
    path: string;
    requestId: string;
    fieldErrors?: Record<string, string[]>;
    needs?: string;
    shop?: ShopProblem;
    secondStep?: { ticket: string; passkey: boolean; code: boolean };
  };
}

/** Reading `data` of a failure, or `error` of a success, throws. */
export class CallResult<Data> {
  readonly status: number;
  readonly headers: LightMyRequestResponse['headers'];
  readonly body: string;

  constructor(response: LightMyRequestResponse) {
    this.status = response.statusCode;
    this.headers = response.headers;
    this.body = response.body;
  }

  get data(): Data {
    const { result } = JSON.parse(this.body) as { result?: { data: Data } };
    if (!result) throw new Error(`The call failed: ${this.body}`);
    return result.data;
  }

  get error(): WireError {
    const { error } = JSON.parse(this.body) as { error?: WireError };
    if (!error) throw new Error(`The call went well: ${this.body}`);
    return error;
  }

  get outcome(): string {
    const answer = JSON.parse(this.body) as { error?: WireError };
    return answer.error?.data.code ?? 'ok';
  }
}

export interface TestServer {
  app: FastifyInstance;
  services: Services;
  brandFiles: BrandFiles | null;
  environment: Environment;
  database: TestDatabase;
  query: TestDatabase['query'];
  call<Name extends ProcedureName>(
    procedure: Name,
    input?: unknown,
    options?: CallOptions,
  ): Promise<CallResult<OutputOf<Name>>>;
  request(options: InjectOptions): Promise<LightMyRequestResponse>;
  newAddress(): string;
  /** Somebody new, not signed in. */
  person(details?: PersonDetails): Promise<Person>;
  /** It calls auth.login from a new address. */
  signIn(person: Person): Promise<Person>;
  signInAs(role: Role, details?: PersonDetails): Promise<Person>;
  /** It skips the hashing. */
  signedIn(details?: PersonDetails): Promise<Person>;
  /** It skips the hashing. */
  newSession(person: Pick<Person, 'id'>): Promise<string>;
  /** The default is a link for a new password. */
  linkToken(person: Pick<Person, 'id' | 'email'>, details?: { purpose?: TokenPurpose; life?: number }): Promise<string>;
  /** It uses the operation that managers’ clicks go through. */
  parcel(details?: Partial<CreateShipment>): Promise<Parcel>;
  bill(
    parcel: Pick<Parcel, 'id'>,
    user: Pick<Person, 'id'>,
    bill?: { cents?: bigint; summary?: string },
  ): Promise<string>;
  inUnit<Result>(work: (unit: UnitOfWork) => Promise<Result>, actor?: Pick<Person, 'id'> | null): Promise<Result>;
  /** It leaves out transactions. */
  statementsOf(work: () => Promise<unknown>): Promise<string[]>;
  /** It leaves out savepoints’ names and ends. */
  transactionsOf(work: () => Promise<unknown>): Promise<string[][]>;
  /** Bytes are hexadecimal digits. */
  everythingStored(): Promise<string>;
  /**
   * Any write to a row changes the text of its table. It leaves out counters of limits and
   * scheduled jobs.
   */
  fingerprint(): Promise<Record<string, string>>;
  close(): Promise<void>;
}

/** A valid input of shipmentAdmin.createShipment. */
export function parcelInput(details: Partial<CreateShipment> = {}): CreateShipment {
  return {
    ...SAMPLE_SHIPMENT,
    reference: '',
    parcels: 1,
    timeWindow: '',
    service: 'Package',
    shipDate: '2026-11-20T06:40:00.000Z',
    ...details,
  };
}

export const updateInput = (id: string, details: Partial<CreateShipment> = {}) => ({
  ...parcelInput(details),
  id,
  deliveryDate: details.deliveryDate ?? '2026-11-27T09:00:00.000Z',
});

/** Limits count each call, and every hour the records are checked. */
const NOT_OF_CALLS = ['public.rate_limits', 'public.evidence_checks'];

/** The queue adds a job of the first kind for each of the second, when that is due. */
const NOT_OF_THE_CLOCK = `where name <> '__pgboss__send-it' and name not in (select name from pgboss.schedule)`;

/** Most sign-ins are not about the hash, so it is a cheap one. */
const passwordHash = hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 });

const PATIENCE_MS = 60_000;

function withPatience(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set('lock_timeout', String(PATIENCE_MS));
  return url.href;
}

/** A busy machine needs time for a connection. */
function makePatient({ services }: RunningServices): void {
  for (const { pool } of Object.values(services.pools)) pool.options.connectionTimeoutMillis = PATIENCE_MS;
  const budgets = Object.entries(BUDGETS).map(([lane, budget]) => [lane, { ...budget, queueTimeoutMs: PATIENCE_MS }]);
  services.admission = createAdmission(Object.fromEntries(budgets) as Record<Lane, Budget>);
}

export async function createTestServer(cluster: TestCluster, options: TestServerOptions = {}): Promise<TestServer> {
  const database = options.database ?? (await createTestDatabase(cluster));
  const dataDir = await mkdtemp(join(tmpdir(), 'waybill-server-'));
  const source = {
    NODE_ENV: 'test',
    DATABASE_URL: options.refusesSoon ? database.url : withPatience(database.url),
    DATA_DIR: dataDir,
    SECRET_KEY,
    LOG_LEVEL: 'silent',
    PUBLIC_URL,
    SITE_DOMAIN: 'waybill.test',
    // Whatever is built here.
    DIST_DIR: join(dataDir, 'no-app'),
    ...options.environment,
  };
  const environment = readEnvironment(source);
  const log = { info: () => undefined, error: options.onError ?? (() => undefined) };
  const running = await startServices(environment, null, log, { source, mails: options.mails });
  if (!options.refusesSoon) makePatient(running);
  if (options.worker) await running.runJobs();
  const { services } = running;
  const app = await createApp(running);
  await app.ready();

  let closed = false;
  let people = 0;
  let addresses = 0;

  async function listTables(): Promise<string[]> {
    const rows = await database.query<{ name: string }>(
      `select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace n on n.oid = relnamespace
       where relkind = 'r' and (nspname = 'public' or nspname = 'pgboss' and relname like 'job%') order by 1`,
    );
    return rows.map(({ name }) => name);
  }
  let tables: string[] | undefined;

  const inUnit: TestServer['inUnit'] = (work, actor = null) =>
    inUnitOfWork({ services, actor, procedure: 'demo data', requestId: 'test' }, work);

  const server: TestServer = {
    app,
    services,
    brandFiles: running.brandFiles,
    environment,
    database,
    query: database.query,
    inUnit,
    request: (request) => app.inject(request),

    async call(procedure, input, { as, headers = {}, address = '198.51.100.1' } = {}) {
      const token = typeof as === 'object' ? as.token : as;
      const { kind } = contract[procedure];
      const isRead = kind !== 'mutation';
      const question = isRead && input !== undefined ? `?input=${encodeURIComponent(JSON.stringify(input))}` : '';
      const request: InjectOptions = {
        method: isRead ? 'GET' : 'POST',
        url: `${paths.trpc}/${procedure}${question}`,
        remoteAddress: address,
        headers: {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(!isRead && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(!isRead && input !== undefined && { payload: JSON.stringify(input) }),
      };
      const response = await (kind === 'subscription' ? readFirstEvent(app, request) : app.inject(request));
      return new CallResult(response);
    },

    newAddress() {
      addresses += 1;
      return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
    },

    async person(details = {}) {
      people += 1;
      const email = details.email ?? `person-${people}@example.com`;
      const id = await insertUser(services.db, {
        firstName: 'Ada',
        lastName: 'Lovelace',
        passwordHash: await passwordHash,
        verified: true,
        ...withRoles(details),
        email,
      });
      return { id, email, password: PASSWORD, token: '' };
    },

    async signIn(person) {
      const { email, password } = person;
      const answer = await server.call('auth.login', { email, password }, { address: server.newAddress() });
      return { ...person, token: answer.data.token };
    },

    async signInAs(role, details = {}) {
      const rights = { verified: role !== 'unverified', manager: role === 'manager' };
      return server.signIn(await server.person({ ...rights, ...details }));
    },

    async signedIn(details) {
      const person = await server.person(details);
      return { ...person, token: await server.newSession(person) };
    },

    async newSession({ id }) {
      const { token, hash } = createToken();
      await insertSession(services.db, { userId: id, tokenHash: hash, device: 'test' });
      return token;
    },

    async linkToken({ id, email }, details) {
      const { token, hash } = createToken();
      const kept = { tokenHash: hash, userId: id, email };
      await insertOneTimeToken(services.db, { purpose: 'reset', life: 600_000, ...kept, ...details });
      return token;
    },

    async parcel(details) {
      const { id, trackingId } = await inUnit((unit) => createShipment(unit, parcelInput(details)));
      const [codes] = await database.query<{ sender_code: Buffer; receiver_code: Buffer }>(
        'select sender_code, receiver_code from shipments where id = $1',
        [id],
      );
      if (!codes) throw new Error('The shipment is not there');
      return {
        id,
        trackingId,
        senderCode: services.secrets.decryptCode(codes.sender_code),
        receiverCode: services.secrets.decryptCode(codes.receiver_code),
      };
    },

    bill: (parcel, user, { cents = 14_820n, summary = 'Import duty and handling' } = {}) =>
      inUnit((unit) => insertBill(unit.tx, { userId: user.id, shipmentId: parcel.id, amountCents: cents, summary })),

    async statementsOf(work) {
      const pools = Object.values(services.pools).map(({ pool }) => pool);
      const statements: string[] = [];
      for (const pool of pools) {
        const ask = pool.query.bind(pool) as (...question: unknown[]) => unknown;
        pool.query = ((...question: unknown[]) => {
          const [first] = question as [string | { text: string }];
          statements.push(typeof first === 'string' ? first : first.text);
          return ask(...question);
        }) as typeof pool.query;
      }
      try {
        await work();
      } finally {
        for (const pool of pools) Reflect.deleteProperty(pool, 'query');
      }
      return statements;
    },

    async transactionsOf(work) {
      const { pool } = services.pools.writes;
      const connect = pool.connect.bind(pool) as unknown as () => Promise<PoolClient>;
      const transactions: string[][] = [];
      pool.connect = (async () => {
        const client = await connect();
        const statements: string[] = [];
        transactions.push(statements);
        const ask = client.query.bind(client) as (...question: unknown[]) => unknown;
        client.query = ((...question: unknown[]) => {
          const [first] = question as [string | { text: string }];
          statements.push(
            (typeof first === 'string' ? first : first.text).replace(/^(release|rollback to) /, 'end of '),
          );
          return ask(...question);
        }) as typeof client.query;
        const release = client.release.bind(client);
        client.release = (error) => {
          Reflect.deleteProperty(client, 'query');
          client.release = release;
          release(error);
        };
        return client;
      }) as typeof pool.connect;
      try {
        await work();
      } finally {
        Reflect.deleteProperty(pool, 'connect');
      }
      return transactions;
    },

    async everythingStored() {
      const parts = (await listTables()).map((name) => `select t::text as line from ${name} t`);
      const rows = await database.query<{ line: string }>(parts.join(' union all '));
      return rows.map(({ line }) => line).join('\n');
    },

    async fingerprint() {
      tables ??= (await listTables()).filter((name) => !NOT_OF_CALLS.includes(name));
      // `xmin` is the transaction that wrote the row, so its sum grows with every write. It counts
      // back from the present, as IDs are no numbers. Hashing the rows took minutes.
      const parts = tables.map((name) => {
        const content = `count(*) || ' ' || count(*) * age('3'::xid) - coalesce(sum(age(xmin)), 0)`;
        const which = name === 'pgboss.job_common' ? NOT_OF_THE_CLOCK : '';
        return `select '${name}' as name, ${content} as content from ${name} ${which}`;
      });
      // A named statement is planned once; planning takes ten times as long as reading.
      const statement = { name: 'fingerprint', text: parts.join(' union all ') };
      const rows = await database.query<{ name: string; content: string }>(statement);
      return Object.fromEntries(rows.map(({ name, content }) => [name, content]));
    },

    async close() {
      if (closed) return;
      closed = true;
      await app.close();
      await running.stop();
      if (!options.database) await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return server;
}
