import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { SERVER } from '../../../server/build.ts';
import { paths } from '../../../src/domain/paths.ts';
import { withdrawalInput } from '../../server/procedure-table.ts';
import type { RunningProcess } from '../bench-environment.ts';
import { callOnce, lookUps, mutation } from '../call.ts';
import { type Figure, type Row, ratioRow } from '../figure.ts';
import { measureInterleaved, median, medianRatio } from '../measure-interleaved.ts';
import { emailOf } from '../parcels.ts';

const ROUNDS = 4;
const SECONDS = 4;
const AT_ONCE = 400;
/** More than are asked for in a round. */
const WITHDRAWALS = 4_000;
const IDLE = 3_000;
const SLOW = 200;
const DRIP_EVERY_MS = 500;
/** Sockets that are opened together: no more than a server's line of new ones takes. */
const OPENED_AT_ONCE = 100;

/**
 * Visitors' lookups, which must not fail while one customer overloads or thousands hold
 * connections.
 */
export const fairness: Figure = {
  name: 'fairness',
  async measure(workshop) {
    const { url, nextIds, password } = await workshop.parcels(100_000);
    const server = await workshop.start(SERVER, { DATABASE_URL: url });
    const visitors = () => ({ connections: 32, seconds: SECONDS, requests: lookUps(nextIds()) });
    const p99 = async () => (await workshop.load(server, visitors())).p99;

    const manager = await callOnce<{ token: string }>(
      server.url,
      mutation('auth.login', { email: emailOf(1), password }),
    );
    const withdrawals = await withdrawalsOfOne(server, password, manager.token);
    await p99();
    const crowded = await measureInterleaved(ROUNDS, {
      withdrawing: async () => {
        const requests = withdrawals();
        const order = { connections: AT_ONCE, seconds: SECONDS + 1, requests, mayRefuse: true };
        const asking = workshop.load(server, order);
        const slowest = await p99();
        await asking;
        return slowest;
      },
      idle: p99,
    });
    const held = await measureInterleaved(ROUNDS, {
      holding: async () => {
        const release = await holdConnections(server.url);
        const slowest = await p99();
        release();
        return slowest;
      },
      idle: p99,
    });
    await server.stop();
    return [
      row(`Look-up p99 during ${AT_ONCE} concurrent withdrawals of one account`, crowded.withdrawing, crowded.idle),
      row(`Look-up p99 under ${IDLE.toLocaleString('en')} idle and ${SLOW} slow connections`, held.holding, held.idle),
    ];
  },
};

function row(what: string, crowded: number[], idle: number[]): Row {
  return ratioRow({
    what,
    ours: `${median(crowded).toFixed(1)} ms`,
    comparedWith: `${median(idle).toFixed(1)} ms without`,
    ratio: medianRatio(crowded, idle),
    limit: { atMost: 3 },
  });
}

/**
 * Gives a customer money. Returns a function that makes withdrawals of a dollar, each with its own
 * key.
 */
async function withdrawalsOfOne({ url }: RunningProcess, password: string, manager: string) {
  const customer = { email: emailOf(3), password };
  const { token } = await callOnce<{ token: string }>(url, mutation('auth.login', customer));
  const authorization = { authorization: `Bearer ${token}` };
  const { id: userId } = await callOnce<{ id: string }>(url, {
    method: 'GET',
    path: `${paths.trpc}/auth.profile`,
    headers: authorization,
  });
  const deposit = { userId, amount: 1_000_000, summary: 'For the bench' };
  await callOnce(url, mutation('transactionAdmin.addDeposit', deposit, { authorization: `Bearer ${manager}` }));
  const input = withdrawalInput({ amount: 1 });
  return () =>
    Array.from({ length: WITHDRAWALS }, () =>
      mutation('transaction.withdraw', input, { ...authorization, 'idempotency-key': randomUUID() }),
    );
}

/**
 * Opens connections that go silent after one request, and some that send a request byte by byte.
 */
async function holdConnections(url: string): Promise<() => void> {
  const { hostname, port } = new URL(url);
  const sockets: Socket[] = [];
  const open = async (first: string, isAnswered: boolean) => {
    const socket = connect(Number(port), hostname);
    sockets.push(socket);
    await once(socket, 'connect');
    socket.write(first);
    if (isAnswered) await once(socket, 'data');
    return socket;
  };
  for (let opened = 0; opened < IDLE; opened += OPENED_AT_ONCE) {
    const request = 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n';
    await Promise.all(Array.from({ length: OPENED_AT_ONCE }, () => open(request, true)));
  }
  const head = [`POST ${paths.trpc}/auth.login HTTP/1.1`, 'host: localhost', 'content-type: application/json'];
  const slow = await Promise.all(
    Array.from({ length: SLOW }, () => open(`${head.join('\r\n')}\r\ncontent-length: 1000\r\n\r\n`, false)),
  );
  const dripping = setInterval(() => {
    for (const socket of slow) socket.write(' ');
  }, DRIP_EVERY_MS);
  return () => {
    clearInterval(dripping);
    for (const socket of sockets) socket.destroy();
  };
}
