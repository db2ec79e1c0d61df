/** Two servers share a database and are killed at random. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, expect, inject, it, onTestFinished, vi } from 'vitest';
import { lockShipments } from '../../../server/shipments/store/shipments.ts';
import { noteShopEvents } from '../../../server/webhooks/note-events.ts';
import type { Bulk } from '../../../src/domain/bulk.ts';
import { paths } from '../../../src/domain/paths.ts';
import type { CreatedWebhook, WebhookPayload } from '../../../src/domain/webhook.ts';
import { createTestDatabase } from '../../support/database.ts';
import { type ServerProcess, startServerProcess, waitUntilReady } from '../../support/server-process.ts';
import { type Shop, shops, v1Parcel } from '../../support/shop.ts';
import { createTestServer, SECRET_KEY } from '../../support/test-server.ts';
import { until } from '../../support/until.ts';

vi.setConfig({ testTimeout: 1_200_000 });

const SHOPS = 4;
const SHIPMENTS = 1_000;
const STATUSES = ['shipped', 'delivery', 'delivered'] as const;
/** They come besides a shipment’s creation and statuses: 10,000 in all. */
const FURTHER = 6;
const EVENTS_EACH = 1 + FURTHER + STATUSES.length;
const EVENTS = SHIPMENTS * EVENTS_EACH;
const DUPLICATES = 1_000;
/** Each key has 120 writes a minute. */
const KEYS_A_SHOP = 10;
const DAY_SECONDS = 86_400;
/** Enough for a busy machine. */
const PATIENCE_MS = 600_000;

const database = await createTestDatabase(inject('cluster'));
afterAll(() => database.drop());
// Emails could not be sent here.
await database.query(`
  create function postpone() returns trigger language plpgsql as
  $$ begin new.start_after = now() + interval '1 day'; return new; end $$;
  create trigger postpone before insert on pgboss.job for each row
    when (new.name = 'mail') execute function postpone()`);

/** Nobody kills this server. */
const own = await createTestServer(inject('cluster'), { database });
afterAll(() => own.close());
const { newShop, newKey, newRate } = shops(own);
await newRate();
const made = await Promise.all(Array.from({ length: SHOPS }, newShop));
const keys = await Promise.all(made.flatMap((shop) => Array.from({ length: KEYS_A_SHOP - 1 }, () => newKey(shop))));
const manager = await own.signedIn({ roles: ['manager'] });

const environment = {
  NODE_ENV: 'test',
  SERVERS: '2',
  DATABASE_URL: database.url,
  SMTP_URL: 'smtp://127.0.0.1:1',
  SECRET_KEY,
};
const start = (place: number) =>
  startServerProcess({ ...environment, DATA_DIR: join('/tmp', `waybill-fire-${process.pid}-${place}`) });
const servers: ServerProcess[] = await Promise.all([0, 1].map(start));
await Promise.all(servers.map(waitUntilReady));
afterAll(() =>
  Promise.all(
    servers.map(async ({ child, ended }) => {
      child.kill('SIGKILL');
      await ended;
    }),
  ),
);

/** A killed server’s call goes to another with the same idempotency key. */
async function call<Body>(
  token: string,
  path: string,
  { body, server = 0, key = crypto.randomUUID() }: { body: object; server?: number; key?: string | null },
): Promise<{ status: number; body: Body }> {
  return until(`${path} is answered`, async () => {
    const { url } = servers[server % servers.length] ?? expect.unreachable();
    server += 1;
    try {
      const answer = await fetch(`${url}${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          ...(key && { 'idempotency-key': key }),
        },
        body: JSON.stringify(body),
      });
      // Busy, or about to end.
      return answer.status < 500 && { status: answer.status, body: (await answer.json()) as Body };
    } catch {
      return false;
    }
  });
}

/** `progress` counts up to `total`, and random counts of it kill a server. */
async function killDuring(total: number, times: number, progress: () => Promise<number> | number): Promise<number> {
  const counts = Array.from({ length: times }, () => Math.random() * total * 0.95).sort((one, two) => one - two);
  for (const count of counts) {
    await until(`${Math.round(count)} are done`, async () => (await progress()) >= count, PATIENCE_MS);
    const place = Math.random() < 0.5 ? 0 : 1;
    const killed = servers[place];
    killed?.child.kill('SIGKILL');
    await killed?.ended;
    servers[place] = await start(place);
    await waitUntilReady(servers[place]);
    // What a dead server had claimed is free.
    await passTime('30 seconds');
  }
  return counts.length;
}

const passTime = async (time: string) => {
  await database.query(
    'update webhook_endpoints set claimed_until = claimed_until - $1::interval, next_attempt_at = next_attempt_at - $1::interval',
    [time],
  );
  await database.query('update webhook_messages set due_at = due_at - $1::interval', [time]);
};
const count = async (from: string) => Number((await database.query(`select count(*) from ${from}`))[0]?.count);

it('10,000 events reach their shops in order though servers die, after a day without receivers', async () => {
  const received: { id: string; endpoint: string; body: string }[] = [];
  const secrets = new Map<string, Webhook>();
  let isUp = false;
  let refused = 0;
  const receiver = createServer(async (request, response) => {
    if (!isUp) {
      refused += 1;
      return request.socket.destroy();
    }
    let body = '';
    for await (const chunk of request) body += chunk;
    const endpoint = request.url ?? '';
    const headers = request.headers as Record<string, string>;
    secrets.get(endpoint)?.verify(body, headers);
    received.push({ id: headers['webhook-id'] ?? '', endpoint, body });
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    receiver.closeAllConnections();
    receiver.close();
  });
  const origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;

  async function open(shop: Shop, index: number): Promise<string[]> {
    const { body } = await call<CreatedWebhook>(shop.key, '/v1/webhooks', {
      body: { url: `${origin}/${index}` },
      key: null,
    });
    secrets.set(`/${index}`, new Webhook(body.secret));
    const ids: string[] = [];
    while (ids.length < SHIPMENTS / SHOPS) ids.push(...(await createBatch(shop, index)));
    return ids;
  }

  async function createBatch(shop: Shop, server: number): Promise<string[]> {
    const shipments = Array.from({ length: 50 }, () => v1Parcel());
    const key = crypto.randomUUID();
    return until('a batch is created', async () => {
      const order = { body: { shipments }, server, key };
      const { body } = await call<{ results: { shipment?: { id: string } }[] }>(shop.key, '/v1/shipments/batch', order);
      const ids = body.results.flatMap(({ shipment }) => shipment?.id ?? []);
      // What fails while a server dies is sent again with the same key.
      return ids.length === shipments.length && ids;
    });
  }

  async function setStatus(ids: readonly string[], status: (typeof STATUSES)[number]): Promise<void> {
    const { body } = await call<{ result: { data: Bulk } }>(manager.token, `${paths.trpc}/bulk.start`, {
      body: { ids, change: { kind: 'status', status }, emails: 'none' },
    });
    await until(
      `all are ${status}`,
      async () => (await count(`bulk_operations where ended_at is not null and id = '${body.result.data.id}'`)) === 1,
      PATIENCE_MS,
    );
  }

  /** Many are noted at once, as a bulk change takes ten times as long. */
  async function note(ids: readonly string[]): Promise<void> {
    for (let from = 0; from < ids.length; from += 50) {
      await own.inUnit(async (unit) => {
        const rows = await lockShipments(unit.tx, ids.slice(from, from + 50));
        const what = { type: 'shipment.status_changed', status: 'shipped', occurredAt: new Date() } as const;
        await noteShopEvents(
          unit,
          rows.map((shipment) => ({ shipment, ...what })),
        );
      });
    }
  }

  async function write(): Promise<void> {
    const ids = (await Promise.all(made.map(open))).flat();
    for (const status of STATUSES) {
      await setStatus(ids, status);
      for (let round = 0; round < FURTHER / STATUSES.length; round += 1) await note(ids);
    }
  }

  const events = () => count('webhook_events');
  const [killsWhileWriting] = await Promise.all([killDuring(EVENTS, 4, events), write()]);
  expect(await events()).toBe(EVENTS);

  let passed = 0;
  while (passed < DAY_SECONDS) {
    const [next] = await database.query<{ seconds: number; failures: number }>(
      `select ceil(extract(epoch from max(next_attempt_at) - now()))::int as seconds, min(failures) as failures
       from webhook_endpoints`,
    );
    const { seconds, failures } = next ?? expect.unreachable();
    passed += seconds;
    await passTime(`${seconds} seconds`);
    await until(
      'all are tried again',
      async () => (await count(`webhook_endpoints where failures <= ${failures}`)) === 0,
    );
  }
  expect(await count(`webhook_endpoints where state = 'failing'`)).toBe(SHOPS);
  expect(received).toEqual([]);

  isUp = true;
  await passTime('1 day');
  const killsWhileSending = await killDuring(EVENTS, 6, () => received.length);
  await until('nothing waits', async () => (await count('webhook_messages')) === 0, PATIENCE_MS);

  const firsts = new Map<string, string>();
  const sequences = new Map<string, number[]>();
  for (const { id, endpoint, body } of received) {
    const repeated = firsts.get(id);
    if (repeated !== undefined) {
      expect(body).toBe(repeated);
      continue;
    }
    firsts.set(id, body);
    const { data } = JSON.parse(body) as WebhookPayload;
    const place = `${endpoint} ${data.id}`;
    sequences.set(place, [...(sequences.get(place) ?? []), data.sequence]);
  }
  const inOrder = Array.from({ length: EVENTS_EACH }, (_, index) => index + 1);
  expect([...sequences.values()]).toEqual(Array.from({ length: SHIPMENTS }, () => inOrder));
  const kills = killsWhileWriting + killsWhileSending;
  const repeats = received.length - firsts.size;
  // The limit is what was under way at each endpoint.
  expect(repeats).toBeLessThanOrEqual(SHOPS * kills);
  process.stdout.write(
    `${EVENTS} events, ${kills} kills, ${refused} attempts in a day: ${EVENTS - firsts.size} lost, ${repeats} repeated\n`,
  );
  expect(firsts.size).toBe(EVENTS);
});

it.each(['Idempotency-Key', 'reference'] as const)(
  '1,000 creates sent to two servers at once with one %s make one shipment each',
  async (kind) => {
    const waiting = Array.from({ length: DUPLICATES }, (_, index) => index);
    const outcomes: string[] = [];
    const worker = async () => {
      for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) {
        const name = `${kind} ${index}`;
        const isKey = kind === 'Idempotency-Key';
        const both = await Promise.all(
          servers.map((_, server) =>
            call<{ id?: string; shipment_id?: string; code?: string }>(
              keys[index % keys.length] ?? '',
              '/v1/shipments',
              {
                body: v1Parcel(isKey ? { description: name } : { reference: name }),
                server,
                key: isKey ? `order-${index}` : null,
              },
            ),
          ),
        );
        outcomes.push(
          both
            .map(({ status }) => status)
            .toSorted()
            .join(' '),
        );
        if (isKey) expect(both[0]?.body.id).toBe(both[1]?.body.id);
      }
    };
    await Promise.all(Array.from({ length: 8 }, worker));
    const made = await count(
      `shipments where '${kind}' in (split_part(description, ' ', 1), split_part(reference, ' ', 1))`,
    );
    const responses = [...new Set(outcomes)].map(
      (one) => `${outcomes.filter((other) => other === one).length} × ${one}`,
    );
    process.stdout.write(`${DUPLICATES} pairs with one ${kind}: ${made} shipments, ${responses.join(', ')}\n`);
    expect(made).toBe(DUPLICATES);
  },
);
