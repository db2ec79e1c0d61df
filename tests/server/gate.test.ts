/** Procedures and files pass one gate (server/gate/gate.ts). */
import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { InjectOptions } from 'fastify';
import { expect, it, onTestFinished, vi } from 'vitest';
import { logStream } from '../../server/base/http/log-stream.ts';
import type { LimitName } from '../../server/base/limits/limit-rules.ts';
import { takeTurns } from '../../server/base/limits/turns.ts';
import {
  type Block,
  inWork,
  MIN_BLOCK_MS,
  noteProgress,
  watchEventLoop,
} from '../../server/base/process/current-work.ts';
import { filePaths } from '../../src/domain/file-paths.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer({ environment: { LOG_LEVEL: 'info' } });

const CSV = { 'content-type': 'text/csv' };
const PROCEDURE = {
  method: 'POST',
  url: '/api/trpc/shipmentAdmin.deleteShipment',
  payload: { id: randomUUID() },
} as const;
const EXPORT = { url: filePaths.shipmentsFile() };
const IMPORT = {
  method: 'POST',
  url: `${filePaths.shipmentImports()}?fileName=a.csv`,
  headers: CSV,
  payload: 'A\n1\n',
} as const;
const REPORT = { url: filePaths.importReport(randomUUID()) };
const IMAGE = {
  method: 'POST',
  url: '/v1_1/waybill/image/upload',
  headers: { 'content-type': 'multipart/form-data; boundary=b' },
  payload: '--b--',
} as const;
const SELECTION = { method: 'POST', url: filePaths.shipmentsFile(), payload: { ids: [randomUUID()] } } as const;
const PICTURE = {
  method: 'PUT',
  url: filePaths.proof(randomUUID(), 'a'.repeat(64)),
  headers: { 'content-type': 'image/jpeg' },
  payload: 'a picture',
} as const;
const LABELS = { method: 'POST', url: filePaths.labels, payload: { selection: { ids: [randomUUID()] } } } as const;
const LABEL_FILE = { url: filePaths.labelFile(randomUUID()) };
/** What is called, by the name that the log gives it. */
const CALLS: [name: string, call: InjectOptions][] = [
  ['shipmentAdmin.deleteShipment', PROCEDURE],
  ['GET /api/shipments.csv', EXPORT],
  ['POST /api/shipments.csv', SELECTION],
  ['POST /api/shipment-imports', IMPORT],
  ['GET /api/shipment-imports/:id/report.csv', REPORT],
  ['POST /v1_1/:cloud/image/upload', IMAGE],
  ['PUT /api/proofs/:visitId/:sha256', PICTURE],
  ['POST /api/labels', LABELS],
  ['GET /api/labels/:id', LABEL_FILE],
];

const send = (call: InjectOptions, token: string | null) =>
  server.request({ ...call, headers: { ...call.headers, ...(token && { authorization: `Bearer ${token}` }) } });

const written = vi.spyOn(logStream, 'write').mockImplementation(() => undefined);

/** What the log says of refused calls while `work` runs. */
async function refusalsOf(work: () => Promise<unknown>): Promise<object[]> {
  written.mockClear();
  await work();
  const lines = written.mock.calls.map(([line]) => JSON.parse(line) as Record<string, unknown>);
  return lines.flatMap(({ msg, level, procedure, code, userId }) =>
    msg === 'A call was rejected' ? [{ level, procedure, code, userId }] : [],
  );
}

it('logs and counts what holds up everyone, with its name', async () => {
  const admit = server.services.limits.admit;
  vi.spyOn(server.services.limits, 'admit').mockImplementation((...call) => {
    const end = performance.now() + MIN_BLOCK_MS + 1;
    while (performance.now() < end);
    return admit(...call);
  });
  onTestFinished(() => void vi.mocked(server.services.limits.admit).mockRestore());
  written.mockClear();
  const { headers } = await server.call('auth.login', { email: 'ada@example.com', password: 'x' });
  const lines = written.mock.calls.map(([line]) => JSON.parse(line) as Record<string, unknown>);
  const line = { level: 40, procedure: 'auth.login', requestId: headers['x-request-id'], msg: 'Everyone was held up' };
  expect(lines).toContainEqual(expect.objectContaining(line));
  const { body } = await server.request({ url: '/metrics', remoteAddress: '127.0.0.1' });
  expect(body).toMatch(/^waybill_loop_blocks_total [1-9]/m);
  expect(body).toMatch(/^waybill_loop_longest_block_seconds\{procedure="auth\.login"\} (?:0\.[5-9]|[1-9])/m);
});

it('names background work that holds up everyone', async () => {
  const blocks: Block[] = [];
  onTestFinished(watchEventLoop((block) => blocks.push(block)));
  await inWork('job mail', async () => {
    await setImmediate();
    const end = performance.now() + MIN_BLOCK_MS + 1;
    while (performance.now() < end);
  });
  expect(blocks).toContainEqual({ name: 'job mail', ms: expect.any(Number) });
});

it('names long work, and never a call that only came next', async () => {
  const blocks: Block[] = [];
  onTestFinished(watchEventLoop((block) => blocks.push(block)));
  const spin = (ms: number) => {
    const end = performance.now() + ms;
    while (performance.now() < end);
  };
  const sleep = (seconds: number) => server.services.db.execute(sql`select pg_sleep(${seconds})`);
  const long = inWork('long work', async () => {
    const pause = takeTurns();
    await setImmediate();
    spin(MIN_BLOCK_MS + 1);
    await pause();
  });
  const next = inWork('next call', async () => {
    await setImmediate();
    noteProgress();
  });
  await Promise.all([long, next]);
  expect(blocks.map(({ name }) => name)).toEqual(['long work']);
  // Both resolve at the same time, during a short block; nobody notes what the first then does.
  const first = sleep(0.05).then(() => spin(MIN_BLOCK_MS + 1));
  const second = inWork('next call', () => sleep(0.1).then(() => sleep(0)));
  setTimeout(() => spin(300), 20);
  await Promise.all([first, second]);
  expect(blocks.map(({ name }) => name)).toEqual(['long work', 'unknown']);
});

const pointsSpentBy = async ({ id }: { id: string }) =>
  (await server.query('select 1 from rate_limits where key like $1', [`%:${id}`])).length;

it.each([
  ['a visitor', 401, 'UNAUTHORIZED', 'Please log in.', null],
  ['a deleted manager', 401, 'UNAUTHORIZED', 'Please log in.', { manager: true }],
  ['an unverified manager', 403, 'FORBIDDEN', 'Verify your email first.', { manager: true, verified: false }],
] as const)('refuses and logs each procedure and file alike, of %s', async (who, status, code, message, details) => {
  const person = details && (await server.person(details));
  const token = person && (await server.newSession(person));
  if (who === 'a deleted manager')
    await server.query('update users set deleted_at = now() where id = $1', [person?.id]);
  const userId = status === 403 ? person?.id : undefined;
  const lines = await refusalsOf(async () => {
    for (const [name, call] of CALLS) {
      const answer = await send(call, token);
      expect([name, answer.statusCode, answer.json().error.message]).toEqual([name, status, message]);
    }
  });
  expect(lines).toEqual(CALLS.map(([procedure]) => ({ level: 30, procedure, code, userId })));
  if (person) expect(await pointsSpentBy(person)).toBe(0);
});

it('logs a customer who asks for what is a manager’s', async () => {
  const customer = await server.person();
  const token = await server.newSession(customer);
  const forManagers = CALLS.filter(([, call]) => call !== PICTURE && call !== LABELS && call !== LABEL_FILE);
  const lines = await refusalsOf(async () => {
    for (const [, call] of forManagers) {
      const answer = await send(call, token);
      expect([answer.statusCode, answer.json().error.message]).toEqual([403, 'Your account doesn’t have access.']);
    }
  });
  const line = { level: 30, code: 'FORBIDDEN', userId: customer.id };
  expect(lines).toEqual(forManagers.map(([procedure]) => ({ ...line, procedure })));
  expect(await pointsSpentBy(customer)).toBe(0);
});

it.each<[LimitName, string[]]>([
  ['write', CALLS.flatMap(([name, call]) => (call.method && call !== SELECTION ? [name] : []))],
  [
    'export',
    [
      ...['GET /api/shipments.csv', 'POST /api/shipments.csv', 'GET /api/shipment-imports/:id/report.csv'],
      'GET /api/labels/:id',
    ],
  ],
])('counts the limit “%s” and logs when it is used up', async (limit, names) => {
  const calls = CALLS.filter(([name]) => names.includes(name));
  expect(calls).toHaveLength(names.length);
  for (const [procedure, call] of calls) {
    const manager = await server.person({ manager: true });
    const token = await server.newSession(manager);
    expect((await send(call, token)).statusCode).not.toBe(429);
    expect(await pointsSpentBy(manager)).toBe(1);
    // Stops points from refilling during the test.
    await server.query('update rate_limits set expire = expire + 1000000000000 where key = $1', [
      `${limit}:${manager.id}`,
    ]);
    const lines = await refusalsOf(async () => {
      const answer = await send(call, token);
      expect([answer.statusCode, Number(answer.headers['retry-after']) > 0]).toEqual([429, true]);
    });
    expect(lines).toEqual([{ level: 30, procedure, code: 'TOO_MANY_REQUESTS', userId: manager.id }]);
  }
});
