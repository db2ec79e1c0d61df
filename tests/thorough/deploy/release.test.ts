/** Packs a release, and runs it and every command like people who use it. */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { IMPORTED_PACKAGES, SCRIPTS } from '../../../build/runtime.ts';
import { findFreePort } from '../../../server/base/embedded-postgres/embedded-port.ts';
import { until } from '../../support/until.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 900_000 });

const ROOT = resolve(import.meta.dirname, '../../..');
const MAX_BYTES = 350 * 2 ** 20;
const folder = mkdtempSync(join(tmpdir(), 'waybill-release-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let release = '';

const run = (program: string, parameters: string[], cwd: string, env: Record<string, string> = {}) =>
  promisify(execFile)(program, parameters, { cwd, env: { PATH: process.env.PATH, HOME: folder, ...env } }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
  );

beforeAll(async () => {
  // A release has committed files only, and says so if there are others.
  expect(await run('npm', ['run', 'release'], ROOT)).toMatchObject({ code: 0 });
  execFileSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: join(ROOT, 'release') });
  const [, file = ''] = readFileSync(join(ROOT, 'release/SHA256SUMS'), 'utf8').trim().split('  ');
  execFileSync('tar', ['-xzf', join(ROOT, 'release', file), '-C', folder]);
  release = join(folder, file.replace(/\.tgz$/, ''));
});

it('is small, and has no package that only building or testing needs', () => {
  const size = Number(execFileSync('du', ['-sb', release], { encoding: 'utf8' }).split('\t')[0]);
  expect(size).toBeLessThan(MAX_BYTES);
  const packages = readdirSync(join(release, 'node_modules'));
  const needless = [
    'vite',
    'typescript',
    'react',
    'rolldown',
    'unocss',
    '@biomejs',
    'vitest',
    'playwright',
    'drizzle-kit',
  ];
  expect(packages.filter((name) => needless.includes(name))).toEqual([]);
});

it('starts with npm start, runs every command beside it, and ends', async () => {
  const port = await findFreePort();
  const env = { DATA_DIR: join(folder, 'data'), PORT: String(port), LOG_LEVEL: 'error' };
  const server = spawn('npm', ['start'], { cwd: release, env: { PATH: process.env.PATH, ...env }, stdio: 'pipe' });
  let said = '';
  for (const stream of [server.stdout, server.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = once(server, 'exit');
  const url = `http://127.0.0.1:${port}`;
  try {
    await until('it is ready', async () => {
      if (server.exitCode !== null) throw new Error(said);
      return fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    });
    expect(said).not.toContain('Building');
    const page = await (await fetch(url)).text();
    expect(page).toContain('<div id="root"');

    const backup = join(folder, 'backup');
    expect(await run('npm', ['run', 'backup', '--', backup], release, env)).toMatchObject({ code: 0, stderr: '' });
    expect(await run('npm', ['run', 'backup', '--', '--check', backup], release, env)).toMatchObject({ code: 0 });
    const made = await run('npm', ['run', 'manager', '--', 'second@example.com'], release, env);
    expect(made.stdout).toContain('second@example.com is now a manager.');
    expect(await run('npm', ['run', 'verify'], release, env)).toMatchObject({ code: 0 });
    expect(await run('npm', ['run', 'rekey', '--', '--check'], release, env)).toMatchObject({ code: 0 });
    const examined = await run('npm', ['run', 'doctor'], release, env);
    expect(examined.stdout).toMatch(/^NODE_ENV: .*gets demo data/m);
    expect(examined.stderr).toBe('');
  } finally {
    server.kill('SIGTERM');
    await ended;
  }
});

it('loads each package that labels, pictures, passkeys and buckets need', async () => {
  const imported = [...IMPORTED_PACKAGES, 'flydrive/drivers/s3'];
  const opened = [
    'jsbarcode/bin/barcodes/CODE128/CODE128B.js',
    '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
  ];
  const script = `
    for (const name of ${JSON.stringify(imported)}) await import(name);
    for (const path of ${JSON.stringify(opened)}) import.meta.resolve(path);
    const { default: sharp } = await import('sharp');
    const blank = { create: { width: 8, height: 8, channels: 3, background: 'red' } };
    console.log((await sharp(blank).avif().toBuffer()).length > 0);`;
  const node = join(release, 'node_modules/.bin/node');
  const loaded = await run(node, ['--input-type=module', '--eval', script], release);
  expect(loaded).toEqual({ code: 0, stdout: 'true\n', stderr: '' });
});

it('has every command, each of which says how it is used', async () => {
  const { scripts } = JSON.parse(readFileSync(join(release, 'package.json'), 'utf8')) as { scripts: object };
  expect(Object.keys(scripts).sort()).toEqual([...SCRIPTS, 'start'].sort());
  const asked = await run('npm', ['run', 'restore'], release, {});
  expect(asked.stderr).toContain('Usage: waybill restore FOLDER');
  const sent = await run('npm', ['run', 'test-email', 'nobody'], release, {});
  expect(sent.stderr).toContain('Usage: waybill test-email');
});

it('says that it was built with other settings', async () => {
  const env = { DATA_DIR: join(folder, 'data'), PORT: String(await findFreePort()), IMAGE_CLOUD: 'elsewhere' };
  const refused = await run('npm', ['start'], release, env);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(
    'IMAGE_CLOUD: this release was built with waybill. Make one with: IMAGE_CLOUD=elsewhere npm run release',
  );
});
