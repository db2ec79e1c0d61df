/** Programs accept their files in `deploy`. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { isMissing, PATH } from '../../support/needs.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const MAX_EXPOSURE = 2;
const home = mkdtempSync(join(tmpdir(), 'waybill-deploy-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const itWith = (program: Parameters<typeof isMissing>[0]) => it.skipIf(isMissing(program));

const run = (program: string, parameters: string[], env: Record<string, string> = {}) => {
  const { status, stdout, stderr } = spawnSync(program, parameters, {
    cwd: ROOT,
    env: { PATH, HOME: home, ...env },
    encoding: 'utf8',
  });
  return { status, said: stdout + stderr };
};

itWith('promtool')('Prometheus accepts the alarms', () => {
  const { said, status } = run('promtool', ['check', 'rules', 'deploy/prometheus/alerts.yml']);
  expect({ said, status }).toMatchObject({ status: 0, said: expect.stringContaining('rules found') });
});

itWith('promtool')('alarms are raised by what should raise them, and not on a quiet night', () => {
  expect(run('promtool', ['test', 'rules', 'tests/thorough/deploy/alerts.yml'])).toMatchObject({ status: 0 });
});

itWith('caddy')('Caddy accepts its file', () => {
  const parameters = ['validate', '--config', 'deploy/Caddyfile', '--adapter', 'caddyfile'];
  const settings = { WAYBILL_SITE: 'parcels.example.com', WAYBILL_SERVERS: '127.0.0.1:3000 127.0.0.1:3001' };
  expect(run('caddy', parameters, settings)).toMatchObject({ status: 0 });
});

itWith('haproxy')('HAProxy accepts its file', () => {
  const machines = ['ONE', 'TWO', 'THREE'].flatMap((name, index) => [
    [`DATABASE_${name}`, `10.0.0.${index + 1}:5432`],
    [`PATRONI_${name}`, '8008'],
  ]);
  const settings = { WEB: ':8080', APP_ONE: '10.0.0.1:3000', APP_TWO: '10.0.0.2:3000', PRIMARY: '127.0.0.1:5000' };
  const checked = run('haproxy', ['-c', '-f', 'deploy/haproxy.cfg'], { ...settings, ...Object.fromEntries(machines) });
  expect(checked).toMatchObject({ status: 0 });
});

itWith('systemd-analyze')('systemd finds little that the server and the archive may do', () => {
  for (const name of ['waybill', 'waybill-archive']) {
    const unit = `deploy/systemd/${name}.service`;
    const { said } = run('systemd-analyze', ['security', '--offline=true', '--no-pager', unit]);
    const [, level] = /Overall exposure level for \S+\.service: (\d+\.\d)/.exec(said) ?? [];
    expect(level).toBeDefined();
    expect(Number(level)).toBeLessThanOrEqual(MAX_EXPOSURE);
  }
});
