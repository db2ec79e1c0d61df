/** A start names a wrong setting, folder or port in one line, before it builds or makes anything. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished, vi } from 'vitest';
import { checkStartup } from '../../server/base/config/check-startup.ts';
import { readEnvironment } from '../../server/base/config/env.ts';
import { findReleaseProblem } from '../../server/base/config/release.ts';
import { findFreePort } from '../../server/base/embedded-postgres/embedded-port.ts';

const ROOT = resolve(import.meta.dirname, '../..');

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-startup-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function takenPort(): Promise<string> {
  const squatter = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void squatter.close());
  await once(squatter, 'listening');
  return String((squatter.address() as { port: number }).port);
}

/** Node's script with these variables only, until it refuses to go on. */
const run = (script: string, env: Record<string, string>) =>
  promisify(execFile)(process.execPath, [join(ROOT, script)], { env: { PATH: process.env.PATH, ...env } }).then(
    () => null,
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
  );

it('accepts a folder that does not exist yet, and makes nothing', async () => {
  const folder = newFolder();
  const DATA_DIR = join(folder, 'some/where');
  const PORT = String(await findFreePort());
  expect(await checkStartup({ DATA_DIR, PORT })).toMatchObject({ DATA_DIR, PORT: Number(PORT) });
  expect(readdirSync(folder)).toEqual([]);
});

it('names a taken port, an address of another machine, and what is no folder', async () => {
  const file = join(newFolder(), 'data');
  writeFileSync(file, '');
  const PORT = await takenPort();
  await expect(checkStartup({ PORT, DATA_DIR: file })).rejects.toThrow(
    new Error(
      `DATA_DIR: ${file} is not a folder.\nPORT: another program uses port ${PORT} on 127.0.0.1. Stop it, or choose another port.`,
    ),
  );
  const free = { PORT: String(await findFreePort()), DATA_DIR: newFolder() };
  await expect(checkStartup({ ...free, HOST: '192.0.2.1' })).rejects.toThrow(
    new Error('HOST: 192.0.2.1 is not an address of this machine.'),
  );
  await expect(checkStartup({ ...free, DATA_DIR: join(file, 'below') })).rejects.toThrow(/^DATA_DIR: ENOTDIR: .+$/);
});

it.each([
  ['', 'has no postcodes. Each line'],
  [
    'postcode,lat,lng\n411 24,57.7,11.97\n411 25;57.7;11.97\n',
    'line 3 must be a postcode, its latitude and its longitude',
  ],
  ['411 24,57.7,11.97\n411 25,197.7,11.97\n', 'line 2 must be a postcode'],
  ['411 24,57.7,11.97\n411 25,,11.97\n', 'line 2 must be a postcode'],
])('says what is wrong with a file of postcodes: %j', async (text, problem) => {
  const POSTCODES_FILE = join(newFolder(), 'postcodes.csv');
  writeFileSync(POSTCODES_FILE, text);
  const settings = { DATA_DIR: newFolder(), PORT: String(await findFreePort()), POSTCODES_FILE };
  await expect(checkStartup(settings)).rejects.toThrow(`POSTCODES_FILE: ${problem}`);
});

it('names a file of postcodes that is not there', async () => {
  const settings = { DATA_DIR: newFolder(), PORT: String(await findFreePort()), POSTCODES_FILE: '/nowhere/at/all.csv' };
  await expect(checkStartup(settings)).rejects.toThrow('POSTCODES_FILE: ENOENT');
});

it('names the settings with which a release was not built', async () => {
  const file = join(newFolder(), 'release.json');
  writeFileSync(file, JSON.stringify({ built: { IMAGE_CLOUD: 'waybill', API_BASE: '' } }));
  expect(await findReleaseProblem(readEnvironment({}), file)).toBe(null);
  expect(await findReleaseProblem(readEnvironment({ IMAGE_CLOUD: 'elsewhere' }), file)).toBe(
    'IMAGE_CLOUD: this release was built with waybill. Make one with: IMAGE_CLOUD=elsewhere npm run release',
  );
});

it('comes before the build of npm start, and before a folder or a database', async () => {
  const DATA_DIR = join(newFolder(), 'data');
  const mistyped = await run('server/start.js', { DATA_DIR, TIME_ZONE: 'Europe/Stokholm' });
  expect(mistyped).toEqual({
    code: 1,
    stdout: '',
    stderr: 'The configuration is not valid:\nTIME_ZONE: must be a time zone, such as Europe/Stockholm\n',
  });
  const PORT = await takenPort();
  const refused = { code: 1, stdout: '', stderr: expect.stringMatching(/^PORT: another program uses port .+\n$/) };
  // The app is not built with this preset, so `npm start` would begin with the build.
  expect(await run('server/start.js', { DATA_DIR, PORT, IMAGE_PRESET: 'first look' })).toEqual(refused);
  expect(await run('server/main.ts', { DATA_DIR, PORT })).toEqual(refused);
  expect(readdirSync(join(DATA_DIR, '..'))).toEqual([]);
});

it('the app of npm run dev asks the server on PORT', async () => {
  vi.stubEnv('PORT', '4321');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { default: config } = await import('../../vite.config.ts');
  expect(Object.values(config.server?.proxy ?? {})).toEqual(Array(3).fill('http://localhost:4321'));
});
