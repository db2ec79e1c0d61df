/** Requests to a server that stops, restarts or is cut off, behind Debian's balancers. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, it, onTestFinished, vi } from 'vitest';
import { findFreePort } from '../../../server/base/embedded-postgres/embedded-port.ts';
import { isMissing } from '../../support/needs.ts';
import { until } from '../../support/until.ts';
import { type BalancerName, startBalancer } from './balancers.ts';

vi.setConfig({ testTimeout: 180_000 });

const itWith = (name: BalancerName) => it.skipIf(isMissing(name));

async function startServer(answer: RequestListener) {
  const server = createServer(answer);
  const port = await findFreePort();
  const listen = async () => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  await listen();
  onTestFinished(close);
  return { place: `127.0.0.1:${port}`, listen, close };
}

async function balance(name: BalancerName, ...places: string[]) {
  const { url, stop } = await startBalancer(name, places);
  onTestFinished(stop);
  const send = (path = '/', method = 'GET', body?: string) =>
    fetch(url + path, { method, ...(body && { body }) }).then(
      ({ status }) => status,
      () => 0,
    );
  await until('it serves', async () => (await send()) === 200);
  return send;
}

for (const name of ['haproxy', 'caddy'] as const) {
  it.skipIf(isMissing(name) || isMissing('network'))(
    `${name} ends requests to a machine without its network`,
    async () => {
      const script = resolve(import.meta.dirname, 'unplugged.ts');
      const { stdout } = await promisify(execFile)(process.execPath, [script, name]);
      const seconds = JSON.parse(stdout) as { acknowledged: number; unacknowledged: number };
      expect(seconds.acknowledged).toBeLessThan(20);
      expect(seconds.unacknowledged).toBeLessThan(20);
    },
  );

  itWith(name)(`${name} lets a server that stops finish what it has`, async () => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const { promise: enough, resolve: finish } = Promise.withResolvers<void>();
    let closing: number | undefined;
    const answer: RequestListener = async ({ url, socket: { localPort } }, response) => {
      if (url === '/slow') {
        closing = localPort;
        begin();
        await enough;
      }
      response.writeHead(closing === localPort && url === '/readyz' ? 503 : 200).end();
    };
    const places = [(await startServer(answer)).place, (await startServer(answer)).place];
    const send = await balance(name, ...places);
    const slow = send('/slow', 'POST');
    await begun;
    // HAProxy would take three seconds to close its sessions.
    await sleep(5_000);
    finish();
    expect(await slow).toBe(200);
  });

  itWith(name)(`${name} sends a change again only if it was refused`, async () => {
    const met: string[] = [];
    const dying = await startServer(({ method, url, socket }, response) => {
      if (url === '/readyz') return response.end();
      met.push(`one ${method}`);
      socket.destroy();
    });
    const other = await startServer(({ method, url }, response) => {
      if (url !== '/readyz') met.push(`two ${method}`);
      response.end();
    });
    const send = await balance(name, dying.place, other.place);
    const isSaved: boolean[] = [];
    met.length = 0;
    for (let time = 0; time < 6; time += 1) isSaved.push((await send('/', 'POST')) === 200);
    expect(met.map((one) => one === 'two POST')).toEqual(isSaved);
    expect(new Set(isSaved).size).toBe(2);
    for (let time = 0; time < 6; time += 1) expect(await send()).toBe(200);
    dying.close();
    for (let time = 0; time < 6; time += 1) expect(await send('/', 'POST')).toBe(200);
  });
}

itWith('caddy')('caddy waits with whole changes for the only server while that restarts', async () => {
  const bodies: string[] = [];
  let isStopping = false;
  const { place, listen, close } = await startServer(async (request, response) => {
    if (request.method === 'POST') bodies.push(await text(request));
    response.writeHead(isStopping && request.url === '/readyz' ? 503 : 200).end();
  });
  const send = await balance('caddy', place);
  isStopping = true;
  // A server lingers as long.
  await sleep(2_000);
  close();
  const sent = Array.from({ length: 20 }, async (_, time) => {
    await sleep(time * 250);
    return time % 2 === 0 ? send() : send('/', 'POST', `change ${time}`);
  });
  await sleep(10_000);
  isStopping = false;
  await listen();
  expect(new Set(await Promise.all(sent))).toEqual(new Set([200]));
  const changes = Array.from({ length: 10 }, (_, time) => `change ${2 * time + 1}`);
  expect(bodies.toSorted()).toEqual(changes.toSorted());
});
