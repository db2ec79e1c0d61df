/** The files that people deploy with: that they fit the server. Their programs read them in tests/thorough/deploy. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { type Lock, listNeededPackages } from '../../build/needed-packages.ts';
import { IMPORTED_PACKAGES, OPENED_PACKAGES } from '../../build/runtime.ts';
import { readEnvironment } from '../../server/config/env.ts';
import { testServer } from '../support/vitest.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const alerts = read('deploy/prometheus/alerts.yml');
const dashboard = read('deploy/grafana/waybill.json');

/** Prometheus writes these itself. */
const ITS_OWN = ['up'];
const metricsIn = (text: string) => [
  ...new Set(
    Array.from(text.matchAll(/\b(?:waybill|http|process|nodejs)_[a-z0-9_]+|\bup(?=\{)/g), ([name]) =>
      name.replace(/_(?:bucket|count)$/, ''),
    ),
  ),
];

it('every metric of the dashboard and the alarms is served', async () => {
  const server = await testServer({ environment: { DATABASE_REPLICA_URLS: '' } });
  const { body } = await server.request({ url: '/metrics' });
  const served = Array.from(body.matchAll(/^# TYPE (\S+)/gm), ([, name]) => name);
  const named = metricsIn(alerts + dashboard);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !ITS_OWN.includes(name) && !served.includes(name))).toEqual([]);
});

it('the handbook says of every alarm what it means, and of no other', () => {
  const handbook = read('docs/operating.md');
  const rows = Array.from(
    handbook.matchAll(/^\| (Waybill\w+) \((page|ticket)\) \|/gm),
    ([, name, kind]) => `${name} ${kind}`,
  );
  const known = alerts
    .split('alert: ')
    .slice(1)
    .map((alert) => `${/^\w+/.exec(alert)?.[0]} ${/severity: (\w+)/.exec(alert)?.[1]}`);
  expect(known.length).toBeGreaterThan(15);
  expect(rows.sort()).toEqual(known.sort());
});

/** As a shell and systemd read it. */
function readSettings(file: string): Record<string, string> {
  const printed = execFileSync('sh', ['-c', `set -a; . ./${file}; env -0`], { cwd: ROOT, env: {}, encoding: 'utf8' });
  const pairs = printed.split('\0').filter(Boolean);
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]));
}

it('the settings to begin with lack the key, and nothing else', () => {
  const { PWD: _pwd, ...settings } = readSettings('deploy/waybill.env');
  expect(() => readEnvironment(settings)).toThrow(/^SECRET_KEY: is required in production, 32 bytes or more$/);
  const SECRET_KEY = 'q7Lw2vXj0RZc9mTn4bYh8sKd3pGf6uAe5iOxNwQy';
  expect(readEnvironment({ ...settings, SECRET_KEY })).toMatchObject({ SITE_NAME: 'Example Parcels', BACKUP_DAYS: 14 });
  // Both read 'single quotes' alike; systemd knows no comment behind a value.
  const lines = read('deploy/waybill.env')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'));
  expect(lines.filter((line) => !/^[A-Z_]+='[^']*'$/.test(line))).toEqual([]);
});

it('a release has every package that it loads, and none for development', () => {
  const lock = JSON.parse(read('package-lock.json')) as Lock & { packages: Record<string, { dev?: boolean }> };
  const needed = listNeededPackages(lock, [...IMPORTED_PACKAGES, ...OPENED_PACKAGES]);
  // Drivers of storage are peers, which only the one who uses them installs.
  expect(needed).toContain('node_modules/@aws-sdk/client-s3');
  expect(needed.filter((path) => lock.packages[path]?.dev)).toEqual([]);
});

it('every setting that is named anywhere exists', () => {
  const known = Array.from(read('server/config/env.ts').matchAll(/^ {2}([A-Z_]+): /gm), ([, name]) => name);
  const named = (text: string, pattern: RegExp) => Array.from(text.matchAll(pattern), ([, name]) => name);
  const used = [
    ...named(read('.env.example'), /^([A-Z_]+)=/gm),
    ...named(read('deploy/waybill.env'), /^([A-Z_]+)=/gm),
    ...named(read('compose.yaml'), /^ {6}([A-Z_]+): /gm).filter(
      (name) => !/^(?:WAYBILL_|POSTGRES_|PG|ARCHIVE_)/.test(name ?? ''),
    ),
  ];
  expect(used.length).toBeGreaterThan(40);
  expect(used.filter((name) => !known.includes(name))).toEqual([]);
});
