/** `npm run doctor` on a good machine, with real mistakes planted one after the other. */
import { execFileSync } from 'node:child_process';
import dns from 'node:dns';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, request } from 'node:http';
import { createServer as createTlsServer, type Server } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { findFreePort } from '../../server/base/embedded-postgres/embedded-port.ts';
import { hashPassword } from '../../server/base/secrets/passwords.ts';
import { createSecrets } from '../../server/base/secrets/secrets.ts';
import { checkPatroni, checkRetries } from '../../server/doctor/check-patroni.ts';
import { findMistakes } from '../../server/doctor/find-mistakes.ts';
import { mountSmallDisk } from '../support/as-root.ts';
import { isMissing } from '../support/needs.ts';
import { runScript } from '../support/run-script.ts';
import { startS3Bucket } from '../support/s3-bucket.ts';
import { type ServerProcess, startServerProcess, waitUntilReady } from '../support/server-process.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { serverProcess, testDatabase } from '../support/vitest.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 180_000 });

const HOST = 'parcels.waybill.test';
const folder = mkdtempSync(join(tmpdir(), 'waybill-doctor-'));
const retriesFile = join(folder, 'tcp_retries2');
writeFileSync(retriesFile, '5\n');
const database = await testDatabase();
const sink = await startSmtpSink();
const bucket = await startS3Bucket();
for (const [name, value] of Object.entries(bucket.credentials)) vi.stubEnv(name, value);

/** A certificate that ends so many days from now, and its key. */
function certify(days: number): { cert: Buffer; key: Buffer } {
  const [cert, key] = [join(folder, `${days}.crt`), join(folder, `${days}.key`)];
  const subject = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`, '-days', String(days)];
  const options = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', key, '-out', cert];
  execFileSync('openssl', ['req', '-x509', ...options, ...subject], { stdio: 'ignore' });
  return { cert: readFileSync(cert), key: readFileSync(key) };
}

const certificates = { good: certify(90), ending: certify(5), untrusted: certify(91) };

/** What our proxies do with the address of a caller. */
type Forwarding = 'overwrite' | 'append' | 'nothing' | 'own machine';

const proxies: Server[] = [];
async function startProxy(port: number, forwarding: Forwarding, certificate = certificates.good): Promise<string> {
  const proxy = createTlsServer(certificate, (incoming, response) => {
    const caller = '198.51.100.7';
    const { 'x-forwarded-for': given, ...headers } = incoming.headers;
    const forwarded = {
      overwrite: caller,
      append: `${given}`,
      nothing: undefined,
      'own machine': '127.0.0.1, 127.0.0.1',
    }[forwarding];
    const options = {
      host: '127.0.0.1',
      port,
      path: incoming.url ?? '/',
      headers: { ...headers, ...(forwarded && { 'x-forwarded-for': forwarded }) },
    };
    const passed = request(options, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.writeHead(502).end());
    incoming.pipe(passed);
  }).listen(0, '127.0.0.1');
  proxies.push(proxy);
  await once(proxy, 'listening');
  return `https://${HOST}:${(proxy.address() as AddressInfo).port}`;
}

/** What the push service says the time is; null for the right one. */
let pushClock: number | null = null;
const pushService = createHttpServer((_request, response) => {
  response.setHeader('date', new Date(pushClock ?? realNow()).toUTCString()).end();
}).listen(0, '127.0.0.1');
const realNow = Date.now;
await once(pushService, 'listening');

let server: ServerProcess;
let right: Record<string, string>;

beforeAll(async () => {
  // Our name, and our authority.
  const { lookup } = dns;
  vi.spyOn(dns, 'lookup').mockImplementation(((name: string, ...rest: unknown[]) =>
    (lookup as (...parameters: unknown[]) => void)(name === HOST ? '127.0.0.1' : name, ...rest)) as typeof lookup);
  const trusted = [certificates.good, certificates.ending].map(({ cert }) => cert.toString());
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), ...trusted]);

  const PORT = String(await findFreePort());
  right = {
    NODE_ENV: 'production',
    PORT,
    DATABASE_URL: database.url,
    DATA_DIR: join(folder, 'data'),
    SECRET_KEY: 'q7Lw2vXj0RZc9mTn4bYh8sKd3pGf6uAe5iOxNwQy',
    PUBLIC_URL: await startProxy(Number(PORT), 'overwrite'),
    SMTP_URL: sink.url.replace('//', '//waybill:sesame@'),
    IMAGE_STORAGE: bucket.address,
    ...bucket.credentials,
    SITE_DOMAIN: 'waybill.test',
    PUSH_SERVICES: `http://127.0.0.1:${(pushService.address() as AddressInfo).port}`,
    TRUSTED_PROXIES: 'loopback',
    SERVERS: '2',
    BACKUP_DIR: join(folder, 'backups'),
    LOG_LEVEL: 'error',
  };
  server = await startServerProcess({ ...right, CI: '' });
  await waitUntilReady({ ...server, url: `http://127.0.0.1:${PORT}` });
  const made = await runScript('backup', right, '--scheduled');
  expect(made.stderr).toBe('');
});

afterAll(async () => {
  server.child.kill('SIGTERM');
  await server.ended;
  await sink.stop();
  await bucket.stop();
  pushService.close();
  for (const proxy of proxies) proxy.close();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

it('says nothing on a right machine', async () => {
  expect(await findMistakes(right)).toEqual({ found: [], isRunning: true, unseenDisks: [], hints: [] });
  expect(bucket.asked.map((request) => request.split(' ')[0])).toEqual(
    expect.arrayContaining(['PUT', 'GET', 'DELETE']),
  );
  expect([...bucket.objects.keys()]).toEqual(['images/marks/began/began']);
});

it('says nothing of a relay that offers a login and needs none', async () => {
  sink.clear();
  expect(await findMistakes({ ...right, SMTP_URL: sink.url })).toMatchObject({ found: [] });
  expect(sink.offered).toEqual([]);
});

it('compares the clock with a push service when the database has the same one', async () => {
  pushClock = Date.now() + 95_000;
  onTestFinished(() => {
    pushClock = null;
  });
  const { found } = await findMistakes(right);
  expect(found).toMatchObject([
    {
      about: 'Clock',
      what: expect.stringMatching(/^This machine’s clock is 9\d seconds behind that of 127\.0\.0\.1:\d+\.$/),
    },
  ]);
});

it('goes on after settings that are wrong and files it may not read', async () => {
  const unreadable = join(folder, 'unreadable');
  mkdirSync(join(unreadable, 'secret-key'), { recursive: true });
  const { SECRET_KEY: _, ...rest } = right;
  const settings = {
    ...rest,
    NODE_ENV: 'development',
    DATA_DIR: unreadable,
    TIME_ZONE: 'Mars',
    MAIL_FROM: 'a@b.example',
  };
  const { found } = await findMistakes(settings);
  expect(found.map(({ about }) => about)).toEqual(['TIME_ZONE', 'SECRET_KEY', 'NODE_ENV', 'MAIL_FROM']);
});

it('says nothing of jobs that nobody worked on while the server was off', async () => {
  await database.query("update pgboss.queue set monitor_claim_on = now() - interval '26 minutes'");
  onTestFinished(async () => void (await database.query('update pgboss.queue set monitor_claim_on = now()')));
  sayUpFor(5);
  expect((await findMistakes(right)).found).toEqual([]);
});

it('says nothing of a right machine whose server is not started yet', async () => {
  const PORT = String(await findFreePort());
  const PUBLIC_URL = await startProxy(Number(PORT), 'overwrite');
  expect(await findMistakes({ ...right, PORT, PUBLIC_URL })).toMatchObject({ found: [], isRunning: false });
});

it('says nothing when it asks from the machine of the proxies', async () => {
  const PUBLIC_URL = await startProxy(Number(right.PORT), 'own machine');
  expect(await findMistakes({ ...right, PUBLIC_URL })).toMatchObject({ found: [] });
});

it('says of a replica only what is its own while the primary is away', async () => {
  const DATABASE_URL = `postgres://waybill@127.0.0.1:${await findFreePort()}/waybill`;
  const settings = { ...right, DATABASE_URL, DATABASE_REPLICA_URLS: database.url };
  const { found } = await findMistakes(settings, { retriesFile });
  expect(found.map(({ what }) => what)).toEqual([
    `No PostgreSQL listens at ${new URL(DATABASE_URL).host}.`,
    'It is not a replica: it accepts writes.',
  ]);
});

it('finds a Patroni that loses changes, and the members that do not follow', async () => {
  const member = { role: 'replica', state: 'streaming', timeline: 4, lag: 0 };
  const cluster = {
    scope: 'waybill',
    members: [
      { ...member, name: 'one', role: 'leader', state: 'running' },
      { ...member, name: 'two', timeline: 3 },
      { ...member, name: 'three', state: 'start failed' },
      { ...member, name: 'four', lag: 120 * 2 ** 20 },
      { ...member, name: 'five' },
    ],
  };
  // Nobody else listens there.
  const host = '127.0.77.8';
  let version = '3.0.2';
  const patroni = createHttpServer(({ url }, response) => {
    response.end(JSON.stringify(url === '/cluster' ? cluster : { patroni: { version, scope: 'waybill' } }));
  }).listen(8008, host);
  onTestFinished(() => void patroni.close());
  await once(patroni, 'listening');
  const urls = [`postgres://waybill@${host}:1/waybill`, 'postgres://waybill@127.0.77.9:1/waybill'];
  const find = async () => (await checkPatroni(urls)).map(({ what }) => what);
  const members = [
    'The member two follows timeline 3, and the leader is on 4.',
    'The member three does not follow the leader: its state is start failed.',
    'The member four is 120 MB behind the leader.',
  ];
  const old = `The one at ${host} is version 3.0.2, which loses saved changes when a network is cut.`;
  expect(await find()).toEqual([old, ...members]);
  version = '4.0.7';
  expect(await find()).toEqual(members);
  const { found } = await findMistakes({ ...right, DATABASE_REPLICA_URLS: urls.join(',') });
  expect(found.map(({ what }) => what)).toEqual(expect.arrayContaining(members));
});

it('names the machines of databases whose disks it cannot see', async () => {
  const urls = ['one.invalid', 'two.invalid', 'one.invalid', '127.0.0.1'].map(
    (host) => `postgres://waybill@${host}:1/waybill`,
  );
  const { unseenDisks } = await findMistakes({ ...right, DATABASE_REPLICA_URLS: urls.join(',') });
  expect(unseenDisks).toEqual(['one.invalid', 'two.invalid']);
  const { stdout } = await runScript('doctor', { ...right, DATABASE_REPLICA_URLS: urls[0] ?? '' });
  expect(stdout).toContain('The disk of PostgreSQL at one.invalid cannot be seen from here');
});

/** A TCP server that is none of ours. */
async function squat(): Promise<string> {
  const squatter = createServer((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'));
  squatter.listen(0, '127.0.0.1');
  onTestFinished(() => void squatter.close());
  await once(squatter, 'listening');
  return String((squatter.address() as AddressInfo).port);
}

/** They mount one. */
const ON_A_DISK = ['a disk that is nearly full', 'a folder that is only for reading'];

/** Has our server say that it has been up for so long. */
function sayUpFor(upSeconds: number): void {
  const ask = globalThis.fetch;
  const asked = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...parameters) => {
    const response = await ask(...parameters);
    const body = await response
      .clone()
      .json()
      .catch(() => null);
    return body?.seen ? Response.json({ ...body, seen: { ...body.seen, upSeconds } }) : response;
  });
  onTestFinished(() => asked.mockRestore());
}

type Plant = () => Record<string, string> | Promise<Record<string, string>>;

const MISTAKES: Record<string, [about: string, what: RegExp, plant: Plant]> = {
  'an address without encryption': [
    'PUBLIC_URL',
    /^It begins with http/,
    () => ({ PUBLIC_URL: `http://127.0.0.1:${right.PORT}`.replace('127.0.0.1', HOST) }),
  ],
  'the address of another program': [
    'PUBLIC_URL',
    /leads to something else than this server: \/healthz returns 200 without it/,
    async () => ({ PUBLIC_URL: await startProxy(Number(await squat()), 'overwrite') }),
  ],
  'a name that nobody has': [
    'PUBLIC_URL',
    /^There is no address for parcels\.nowhere\.invalid\.$/,
    () => ({ PUBLIC_URL: 'https://parcels.nowhere.invalid' }),
  ],
  'a proxy that is not running': [
    'PUBLIC_URL',
    /^The server runs, and .* does not answer: .*ECONNREFUSED/,
    async () => ({ PUBLIC_URL: `https://${HOST}:${await findFreePort()}` }),
  ],
  'a certificate about to end': [
    'Certificate',
    /^The certificate of parcels\.waybill\.test ends in 4 days\.$/,
    async () => ({ PUBLIC_URL: await startProxy(Number(right.PORT), 'overwrite', certificates.ending) }),
  ],
  'a certificate that nobody trusts': [
    'Certificate',
    /^Browsers do not trust the certificate/,
    async () => ({ PUBLIC_URL: await startProxy(Number(right.PORT), 'overwrite', certificates.untrusted) }),
  ],
  'a proxy that names no callers': [
    'Proxy',
    /does not say where callers come from/,
    async () => ({ PUBLIC_URL: await startProxy(Number(right.PORT), 'nothing') }),
  ],
  'a proxy that believes callers': [
    'TRUSTED_PROXIES',
    /they choose their own limits/,
    async () => ({ PUBLIC_URL: await startProxy(Number(right.PORT), 'append') }),
  ],
  'a key that can be guessed': [
    'SECRET_KEY',
    /can be guessed/,
    () => ({ SECRET_KEY: `change-me-change-me-change-me-change-me,${right.SECRET_KEY}` }),
  ],
  'a key that is too short': ['SECRET_KEY', /^It must have 32 bytes or more/, () => ({ SECRET_KEY: 'short' })],
  'another key': [
    'SECRET_KEY',
    /is not the key that encrypted this database/,
    () => ({ SECRET_KEY: 'Zp4Wb8Tt1Vn6Ym3Rk9Hc2Jf5Gd7Xs0LqAoEiUu' }),
  ],
  'a secret that no key opens': [
    'SECRET_KEY',
    /^It can’t read 1 of the keys of authenticator apps\.$/,
    async () => {
      const lost = createSecrets(['a key that is gone, of 32 bytes or more']).encryptCode('secret');
      await database.query(
        `with person as (insert into users (id, email) values (gen_random_uuid(), 'a@b.example') returning id)
         insert into authenticators (id, user_id, secret) select gen_random_uuid(), id, $1 from person`,
        [lost],
      );
      onTestFinished(() => database.query('delete from authenticators').then(() => undefined));
      return {};
    },
  ],
  'a time zone that does not exist': [
    'TIME_ZONE',
    /^It must be a time zone/,
    () => ({ TIME_ZONE: 'Europe/Gothenburg' }),
  ],
  'a mail server that is not there': [
    'SMTP_URL',
    /^Nothing listens at 127\.0\.0\.1:/,
    async () => ({ SMTP_URL: `smtp://127.0.0.1:${await findFreePort()}` }),
  ],
  'a mail server that rejects the password': [
    'SMTP_URL',
    /rejects the user and password in SMTP_URL\. It said: 535/,
    () => {
      sink.behave({ refuse: 535, at: 'AUTH' });
      onTestFinished(() => sink.behave('accept'));
      return {};
    },
  ],
  'a mail server without a password': [
    'SMTP_URL',
    /asks for a user and a password/,
    () => {
      sink.behave({ refuse: 530, at: 'MAIL FROM' });
      onTestFinished(() => sink.behave('accept'));
      return { SMTP_URL: sink.url };
    },
  ],
  'a relay that takes nothing for other domains': [
    'SMTP_URL',
    /asks for a user and a password/,
    () => {
      sink.behave({ refuse: 554, says: '5.7.1 Relay access denied', at: 'RCPT TO' });
      onTestFinished(() => sink.behave('accept'));
      return { SMTP_URL: sink.url };
    },
  ],
  'a password with signs of a URL': [
    'DATABASE_URL',
    /^It must be a URL\. In its user and password, \/ is written %2F/,
    () => ({ DATABASE_URL: 'postgres://waybill:12#a@127.0.0.1/waybill' }),
  ],
  'colours that nobody can read': ['BRAND_COLOURS', /accent/, () => ({ BRAND_COLOURS: 'accent=#777777' })],
  'a brand’s folder that is missing': ['BRAND_DIR', /ENOENT/, () => ({ BRAND_DIR: join(folder, 'nowhere') })],
  'a file of postcodes with a bad line': [
    'POSTCODES_FILE',
    /^Line 2 must be a postcode/,
    () => {
      writeFileSync(join(folder, 'postcodes.csv'), 'LS10 1AB,53.7801,-1.5309\nLS10 1AC,north,west\n');
      return { POSTCODES_FILE: join(folder, 'postcodes.csv') };
    },
  ],
  'a setting of an earlier release': [
    'DATABASE_REPLICA_URL',
    /^There is no such setting/,
    () => ({ DATABASE_REPLICA_URL: database.url }),
  ],
  'a bucket that is not there': [
    'IMAGE_STORAGE',
    /^No file can be stored in the bucket: NoSuchBucket/,
    () => ({ IMAGE_STORAGE: bucket.address.replace('s3://parcels', 's3://letters') }),
  ],
  'a bucket that rejects the key': [
    'IMAGE_STORAGE',
    /^No file can be stored in the bucket: SignatureDoesNotMatch/,
    () => {
      vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'another secret');
      onTestFinished(() => void vi.stubEnv('AWS_SECRET_ACCESS_KEY', bucket.credentials.AWS_SECRET_ACCESS_KEY));
      return {};
    },
  ],
  'a bucket in which this key may delete nothing': [
    'IMAGE_STORAGE',
    /^No file can be deleted in the bucket: InternalError/,
    () => {
      bucket.fail((request) => request.startsWith('DELETE'));
      onTestFinished(() => bucket.fail(() => false));
      return {};
    },
  ],
  'a sender of another domain': [
    'MAIL_FROM',
    /^Emails come from gmail\.example, and their replies go to waybill\.test/,
    () => ({ MAIL_FROM: 'Waybill <parcels@gmail.example>' }),
  ],
  'a clock that is wrong': [
    'Clock',
    /^This machine’s clock is 9\d seconds ahead of the database’s\.$/,
    () => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 95_000 });
      onTestFinished(() => void vi.useRealTimers());
      return {};
    },
  ],
  'a disk that is nearly full': [
    'BACKUP_DIR',
    /^The disk of .* is nearly full: 0\.0 of 0\.0 GiB are free\.$/,
    async () => {
      const disk = await mountSmallDisk(4_096);
      onTestFinished(() => disk.remove());
      writeFileSync(join(disk.folder, 'large'), Buffer.alloc(3_000_000));
      return { BACKUP_DIR: disk.folder };
    },
  ],
  'a folder that is only for reading': [
    'DATA_DIR',
    /is on a read-only file system\.$/,
    async () => {
      const disk = await mountSmallDisk(4_096);
      onTestFinished(() => disk.remove());
      await disk.readOnly(true);
      return { DATA_DIR: disk.folder };
    },
  ],
  'no PostgreSQL': [
    'DATABASE_URL',
    /^No PostgreSQL listens at 127\.0\.0\.1:/,
    async () => ({ DATABASE_URL: `postgres://waybill@127.0.0.1:${await findFreePort()}/waybill` }),
  ],
  'a wrong password': [
    'DATABASE_URL',
    /rejects the user waybill: password authentication failed/,
    () => ({ DATABASE_URL: database.url.replace(/:[^:@]+@/, ':wrong@') }),
  ],
  'a database that is missing': [
    'DATABASE_URL',
    /^There is no database nowhere at /,
    () => ({ DATABASE_URL: new URL('/nowhere', database.url).href }),
  ],
  'a role without rights': [
    'DATABASE_URL',
    /^The role waybill may not create tables and extensions/,
    async () => {
      const name = new URL(database.url).pathname.slice(1);
      await database.query(`revoke create on database ${name} from current_user`);
      onTestFinished(async () => void (await database.query(`grant create on database ${name} to current_user`)));
      return {};
    },
  ],
  'a database of a newer release': [
    'Release',
    /^The database belongs to Waybill \d+\.\d+\.\d+: this release does not know it\.$/,
    async () => {
      await database.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 9e12)");
      onTestFinished(() =>
        database.query("delete from drizzle.__drizzle_migrations where hash = 'x'").then(() => undefined),
      );
      return {};
    },
  ],
  'a process for jobs that is gone': [
    'PROCESS',
    /^No process has worked on jobs for \d+ seconds/,
    async () => {
      sayUpFor(180);
      await database.query("update pgboss.queue set monitor_claim_on = now() - interval '3 minutes'");
      onTestFinished(async () => void (await database.query('update pgboss.queue set monitor_claim_on = now()')));
      return {};
    },
  ],
  'a server that has not been restarted': [
    'Release',
    /The server that runs is older/,
    async () => {
      const [last] = await database.query(
        'delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations) returning *',
      );
      onTestFinished(async () => {
        const values = [last?.id, last?.hash, last?.created_at];
        await database.query(
          'insert into drizzle.__drizzle_migrations (id, hash, created_at) values ($1, $2, $3)',
          values,
        );
      });
      return {};
    },
  ],
  'more servers than connections': [
    'SERVERS',
    /^PostgreSQL allows \d+ connections, and 90 servers need 2070\.$/,
    () => ({ SERVERS: '90' }),
  ],
  'a replica that is none': [
    'DATABASE_REPLICA_URLS',
    /^It is not a replica/,
    () => ({ DATABASE_REPLICA_URLS: database.url }),
  ],
  'a port that another program has': ['PORT', /^Another program uses port/, async () => ({ PORT: await squat() })],
  'people of the demo with its password': [
    'Users',
    /^These accounts still have the demo’s public password: accountant@example\.com, manager@example\.com\.$/,
    async () => {
      const values = [await hashPassword('parcels-in-transit'), await hashPassword('another of their own')];
      await database.query(
        `insert into users (id, email, password_hash, deactivated_roles) values
          (gen_random_uuid(), 'manager@example.com', $1, null), (gen_random_uuid(), 'accountant@example.com', $1, null),
          (gen_random_uuid(), 'courier@example.com', $2, null), (gen_random_uuid(), 'shop@example.com', $1, '{}')`,
        values,
      );
      onTestFinished(async () => void (await database.query('update users set password_hash = null')));
      return {};
    },
  ],
  'a database that lacks letters': [
    'DATABASE_URL',
    /^The database's encoding is SQL_ASCII; create it with ENCODING 'UTF8'\.$/,
    async () => {
      const name = `ascii_${Date.now()}`;
      await database.query(`create database ${name} encoding 'SQL_ASCII' locale 'C' template template0`);
      onTestFinished(async () => void (await database.query(`drop database ${name}`)));
      const DATABASE_URL = new URL(`/${name}`, database.url).href;
      const refused = await serverProcess({ NODE_ENV: 'test', DATABASE_URL, DATA_DIR: join(folder, 'ascii') });
      expect(await refused.ended).toBe(1);
      expect(refused.err()).toBe("The database's encoding is SQL_ASCII; create it with ENCODING 'UTF8'.\n");
      return { DATABASE_URL };
    },
  ],
  'no backups': [
    'Backups',
    /^The last good one is gone/,
    () => {
      const { BACKUP_DIR = '' } = right;
      renameSync(BACKUP_DIR, `${BACKUP_DIR}.elsewhere`);
      mkdirSync(BACKUP_DIR);
      onTestFinished(() => {
        rmSync(BACKUP_DIR, { recursive: true });
        renameSync(`${BACKUP_DIR}.elsewhere`, BACKUP_DIR);
      });
      return {};
    },
  ],
  'a backup that is old': [
    'Backups',
    /^The last good one is from .*\. The one after it failed: No space left/,
    async () => {
      const [row] = await database.query(
        "update backups set started_at = started_at - interval '2 days' returning folder",
      );
      await database.query(
        "insert into backups (id, ended_at, folder, problem) values (gen_random_uuid(), now(), 'x', 'No space left')",
      );
      onTestFinished(async () => {
        await database.query("delete from backups where folder = 'x'");
        await database.query('update backups set started_at = now() where folder = $1', [row?.folder]);
      });
      return {};
    },
  ],
  'choices that the proof policy rules out': [
    'CHOICES',
    /^PROOF_POLICY requires a code or a signature at the door, so nobody can choose a safe place or a neighbour\.$/,
    () => ({ CHOICES: 'safe-place', PROOF_POLICY: 'code=qr' }),
  ],
  'a machine for development': ['NODE_ENV', /gets demo data/, () => ({ NODE_ENV: 'development' })],
};

const POSSIBLE = Object.entries(MISTAKES).filter(([name]) => !(ON_A_DISK.includes(name) && isMissing('mount')));

it('finds connections to dead machines that stay, where there are several machines', async () => {
  const others = ['postgres://waybill@10.0.0.2/waybill'];
  const longer = join(folder, 'longer');
  writeFileSync(longer, '15\n');
  expect(await checkRetries(others, longer)).toMatchObject([{ what: expect.stringMatching(/wait up to 15 minutes/) }]);
  expect([await checkRetries([], longer), await checkRetries(others, retriesFile)]).toEqual([[], []]);
});

it('hints that backups lie beside what they are of, which is no mistake', async () => {
  const { IMAGE_STORAGE: _, ...here } = right;
  const { found, hints } = await findMistakes({ ...here, BACKUP_DIR: join(folder, 'data', 'backups') });
  expect(found).toEqual([]);
  expect(hints).toEqual([expect.stringMatching(/^The backups are on the same disk/)]);
});

it.each(POSSIBLE)('finds %s, and nothing else', async (_name, [about, what, plant]) => {
  const { found } = await findMistakes({ ...right, ...(await plant()) }, { retriesFile });
  expect(found.map((one) => one.about)).toEqual([about]);
  expect(found[0]?.what).toMatch(what);
  expect(found[0]?.mend).toMatch(/^[A-Z].*\.$/);
});

it('finds several at once, and its script ends with 1', async () => {
  const broken = { ...right, PUBLIC_URL: `http://localhost:${right.PORT}`, MAIL_FROM: 'a@b.example' };
  const { code, stdout, stderr } = await runScript('doctor', broken);
  expect([code, stderr]).toEqual([1, '']);
  expect(stdout).toMatch(
    /^PUBLIC_URL: It begins with http.*\n {2}→ Put a proxy.*\nPUBLIC_URL: Links.*\n {2}→ .*\nMAIL_FROM: .*\n {2}→ .*\n\n3 to mend\.\n$/,
  );
});
