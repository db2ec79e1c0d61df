/** Says in seconds how long requests to a machine last whose network is gone, behind the balancer named. */
import { execFileSync, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { enterOwnNetwork, plugIn } from '../../support/as-root.ts';
import { until } from '../../support/until.ts';
import { type BalancerName, startBalancer } from './balancers.ts';

const APP = `require('node:http').createServer(({ url }, response) => url === '/slow' || response.end('here'))
  .listen(3000, '10.77.0.1')`;

await enterOwnNetwork();
execFileSync('sysctl', ['--load', resolve(import.meta.dirname, '../../../deploy/sysctl.conf')]);
const { run, setCable } = plugIn('app', '10.77.0.1');
const [program = '', ...parameters] = run;
const app = spawn(program, [...parameters, process.execPath, '--eval', APP], { stdio: 'inherit' });
const balancer = await startBalancer(process.argv[2] as BalancerName, ['10.77.0.1:3000', '127.0.0.1:1']);
// A POST is not tried again elsewhere.
const post = (path: string) => fetch(balancer.url + path, { method: 'POST', signal: AbortSignal.timeout(60_000) });
const isUp = () =>
  post('/').then(
    ({ ok }) => ok,
    () => false,
  );

async function secondsOf(path: string, whenSent: () => Promise<void>): Promise<number> {
  const began = performance.now();
  const ended = post(path).catch(() => undefined);
  await whenSent();
  await ended;
  return Math.round((performance.now() - began) / 1000);
}

await until('it serves', isUp, 20_000);
const acknowledged = await secondsOf('/slow', async () => {
  await sleep(500);
  setCable(false);
});
setCable(true);
await until('it serves again', isUp, 60_000);
setCable(false);
const unacknowledged = await secondsOf('/', async () => undefined);
process.stdout.write(`${JSON.stringify({ acknowledged, unacknowledged })}\n`);
app.kill('SIGKILL');
await balancer.stop();
process.exit(0);
