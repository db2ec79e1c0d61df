/** Debian's HAProxy and Caddy with the files of `deploy`, in front of these servers. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findFreePort } from '../../../server/base/embedded-postgres/embedded-port.ts';
import { PATH } from '../../support/needs.ts';

const DEPLOY = resolve(import.meta.dirname, '../../../deploy');

export type BalancerName = 'haproxy' | 'caddy';

export async function startBalancer(name: BalancerName, servers: readonly string[]) {
  const place = `127.0.0.1:${await findFreePort()}`;
  const home = mkdtempSync(join(tmpdir(), 'waybill-balancer-'));
  const machines = ['ONE', 'TWO', 'THREE'].flatMap((each) => [
    [`DATABASE_${each}`, '127.0.0.1:1'],
    [`PATRONI_${each}`, '1'],
  ]);
  const command = {
    haproxy: ['-f', join(DEPLOY, 'haproxy.cfg')],
    caddy: ['run', '--config', join(DEPLOY, 'Caddyfile'), '--adapter', 'caddyfile'],
  }[name];
  const child = spawn(name, command, {
    env: {
      PATH,
      HOME: home,
      WEB: place,
      APP_ONE: servers[0],
      APP_TWO: servers[1] ?? '127.0.0.1:1',
      PRIMARY: `127.0.0.1:${await findFreePort()}`,
      ...Object.fromEntries(machines),
      WAYBILL_SITE: `http://${place}`,
      WAYBILL_SERVERS: servers.join(' '),
    },
    stdio: 'ignore',
  });
  return {
    url: `http://${place}`,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      rmSync(home, { recursive: true, force: true });
    },
  };
}
