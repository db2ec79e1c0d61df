/** The files of `deploy` fit the server. Their programs read them in tests/thorough/deploy. */
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { type Lock, listNeededPackages } from '../../build/needed-packages.ts';
import { IMPORTED_PACKAGES, OPENED_PACKAGES } from '../../build/runtime.ts';
import { readEnvironment, SETTINGS } from '../../server/base/config/env.ts';
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
  const handbook = read('docs/operating/alarms.md');
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

it('one box is one page, whose commands take the version that one has', () => {
  const page = read('docs/operating.md');
  expect(page.split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(1_700);
  const commands = Array.from(page.matchAll(/```sh\n([\s\S]*?)```/g), ([, text]) => text).join('');
  expect(commands).toContain('tar -xzf waybill-$v.tgz');
  expect(commands.match(/(?:waybill|before)-\d.*/g)).toBeNull();
});

it('sends nobody to a page or section of the handbook that is not there', () => {
  const files = globSync(['server/**/*.ts', 'deploy/**/*', '.env.example'], { cwd: ROOT }).filter((file) =>
    /\/[^/]+\.\w+$|^\.env/.test(file),
  );
  const texts = files.map(read).join('\n');
  const pages = Array.from(texts.matchAll(/docs\/[\w/-]+\.md/g), ([page]) => page);
  const before = Array.from(texts.matchAll(/"([^"\n]+)" in (docs\/[\w/-]+\.md)/g), ([, name, page]) => [page, name]);
  const behind = Array.from(texts.matchAll(/(docs\/[\w/-]+\.md), "([^"\n]+)"/g), ([, page, name]) => [page, name]);
  expect(before.length).toBeGreaterThan(4);
  expect(behind.length).toBeGreaterThan(2);
  expect(pages.filter((page) => globSync(page, { cwd: ROOT }).length === 0)).toEqual([]);
  const headings = (page = '') => Array.from(read(page).matchAll(/^#+ (.*)$/gm), ([, text]) => text);
  expect([...before, ...behind].filter(([page, name]) => !headings(page).includes(name))).toEqual([]);
});

it('cron says what is wrong, and is silent while nothing is', () => {
  const lines = read('deploy/doctor.cron')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'));
  const [path = '', , job = ''] = lines;
  // runuser is where cron does not look by itself.
  expect(path).toMatch(/^PATH=.*\/usr\/sbin/);
  const [, command = ''] = /^7 \* \* \* \* root (.*)$/.exec(job) ?? [];
  // To cron it is the end of a line.
  expect(command).not.toContain('%');
  const folder = mkdtempSync(join(tmpdir(), 'waybill-cron-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const mailed = (doctor: number, curl: number) => {
    for (const [name, code] of Object.entries({ waybill: doctor, curl }))
      writeFileSync(join(folder, name), `#!/bin/sh\necho ${name} said\nexit ${code}\n`, { mode: 0o755 });
    return execFileSync('/bin/sh', ['-c', command], { env: { PATH: `${folder}:/bin` }, encoding: 'utf8' });
  };
  expect(mailed(0, 0)).toBe('');
  expect(mailed(1, 0)).toBe('waybill said\n');
  expect(mailed(2, 0)).toBe('waybill said\n');
  expect(mailed(0, 7)).toBe('waybill said\ncurl said\n');
});

it('variables of whoever calls a command go before those of the file, whatever is in them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-wrapper-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const part of ['server/bin', 'node_modules/.bin']) mkdirSync(join(folder, part), { recursive: true });
  writeFileSync(join(folder, 'server/bin/rekey.js'), '');
  const names = 'SECRET_KEY SITE_NAME SITE_ADDRESS TAX_NUMBER';
  const shown = names.replace(/\w+/g, '"$$$&"');
  writeFileSync(join(folder, 'node_modules/.bin/node'), `#!/bin/sh\nprintf '%s\\n' ${shown}\n`, { mode: 0o755 });
  const file = `SECRET_KEY='OLD'\nSITE_NAME='Its own'\nSITE_ADDRESS='Kaj 1'\nTAX_NUMBER='1 \\$x'\n`;
  writeFileSync(join(folder, 'waybill.env'), file);
  const env = {
    PATH: process.env.PATH,
    WAYBILL_HOME: folder,
    WAYBILL_ENV: join(folder, 'waybill.env'),
    WAYBILL_USER: userInfo().username,
    SECRET_KEY: 'NEW,OLD',
    SITE_NAME: `Ann’s "Parcels" & Sons'  $HOME \`id\``,
    SITE_ADDRESS: '',
  };
  const said = (shell: string) =>
    execFileSync(shell, ['deploy/waybill', 'rekey'], { cwd: ROOT, env, encoding: 'utf8' });
  expect(said('sh')).toBe(`NEW,OLD\n${env.SITE_NAME}\n\n1 \\$x\n`);
  expect(said('bash')).toBe(said('sh'));
});

/** A shell reads them like systemd. */
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
  const known: readonly (string | undefined)[] = SETTINGS;
  const named = (text: string, pattern: RegExp) => Array.from(text.matchAll(pattern), ([, name]) => name);
  const used = [...named(read('.env.example'), /^([A-Z_]+)=/gm), ...named(read('deploy/waybill.env'), /^([A-Z_]+)=/gm)];
  expect(used.length).toBeGreaterThan(40);
  expect(used.filter((name) => !known.includes(name))).toEqual([]);
});
