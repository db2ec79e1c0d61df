#!/usr/bin/env node
/** Starts the system's Firefox for Playwright behind a relay, which responds to one command that Firefox lacks. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { WebSocket, WebSocketServer } from 'ws';
import { findFirefox } from './installed.ts';

const UNKNOWN = 'emulation.setMediaFeaturesOverride';
const ANNOUNCED = /^(WebDriver BiDi listening on )(ws:\S+)$/;

const firefox = spawn(findFirefox() ?? 'firefox', process.argv.slice(2), { stdio: ['ignore', 'inherit', 'pipe'] });
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => firefox.kill(signal));
firefox.on('exit', (code) => process.exit(code ?? 1));
for await (const line of createInterface(firefox.stderr)) {
  const [, words, url] = ANNOUNCED.exec(line) ?? [];
  console.error(url ? `${words}${await startRelay(url)}` : line);
}

async function startRelay(url: string): Promise<string> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  server.on('connection', async (near, request) => {
    const far = new WebSocket(url + request.url);
    const isOpen = once(far, 'open');
    near.on('message', async (data) => {
      const { id, method } = JSON.parse(String(data));
      if (method === UNKNOWN) return near.send(JSON.stringify({ type: 'success', id, result: {} }));
      await isOpen;
      far.send(String(data));
    });
    far.on('message', (data) => near.send(String(data)));
    near.on('close', () => far.close());
    far.on('close', () => near.close());
  });
  await once(server, 'listening');
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
