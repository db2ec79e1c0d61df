import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type ServerProcess, startServerProcess, waitUntilReady } from '../support/server-process.ts';
import { SECRET_KEY } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';
import { withdrawalInput } from './procedure-table.ts';

/** How often it is tried; `WITHDRAWAL_ROUNDS=100` tries harder. */
const ROUNDS = Number(process.env.WITHDRAWAL_ROUNDS ?? 3);

vi.setConfig({ testTimeout: 60_000 + ROUNDS * 5_000, hookTimeout: 120_000 });

/** Makes the people, on the database that both processes share. */
const beside = await testServer();
const processes: ServerProcess[] = [];
const folders: string[] = [];

beforeAll(async () => {
  for (let count = 0; count < 2; count += 1) {
    const folder = await mkdtemp(join(tmpdir(), 'waybill-race-'));
    folders.push(folder);
    const installation = { DATABASE_URL: beside.database.url, DATA_DIR: folder, SECRET_KEY };
    processes.push(await startServerProcess({ ...installation, LOG_LEVEL: 'silent' }));
  }
  await Promise.all(processes.map(waitUntilReady));
});

afterAll(async () => {
  for (const { child, ended } of processes) {
    child.kill('SIGKILL');
    await ended;
  }
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

async function ask(server: ServerProcess | undefined, token: string): Promise<number> {
  const response = await fetch(`${server?.url}/api/trpc/transaction.withdraw`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(withdrawalInput({ amount: 25 })),
  });
  await response.text();
  // On a busy machine the last in line waits too long and is sent away.
  return response.status === 503 ? ask(server, token) : response.status;
}

it(`lets ten of fifty withdrawals through if two servers get them at once with money for ten (${ROUNDS} rounds)`, async () => {
  const manager = await beside.signInAs('manager');
  for (let round = 1; round <= ROUNDS; round += 1) {
    const person = await beside.person();
    const token = await beside.newSession(person);
    const deposit = { userId: person.id, amount: 250, summary: 'For ten' };
    await beside.call('transactionAdmin.addDeposit', deposit, { as: manager });
    const statuses = await Promise.all(Array.from({ length: 50 }, (_, index) => ask(processes[index % 2], token)));
    expect(statuses.toSorted(), `round ${round}`).toEqual([...Array(10).fill(200), ...Array(40).fill(400)]);
    const [counted] = await beside.query(
      `select (select count(*)::int from transactions where user_id = $1 and type = 'withdrawal') as withdrawals,
         total_cents::int as total, held_cents::int as held from balances where user_id = $1`,
      [person.id],
    );
    expect(counted, `round ${round}`).toEqual({ withdrawals: 10, total: 25_000, held: 25_000 });
  }
});
