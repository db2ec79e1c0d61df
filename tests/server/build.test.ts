/** What `npm start` builds and when, on a small project that has the same parts. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished, vi } from 'vitest';
import { until } from '../support/until.ts';

// Each build is two processes of Vite, which take their time where the machine has other work.
vi.setConfig({ testTimeout: 240_000 });

const ROOT = resolve(import.meta.dirname, '../..');
const NEEDED = [
  'server/build.ts',
  'server/base/http/carry-over-assets.ts',
  'server/base/embedded-postgres/embedded-lock.ts',
  'server/base/embedded-postgres/embedded-pid-file.ts',
  'build/variables.ts',
];
/** The build of the app never ends by itself if it is started as `STUCK`. */
const APP_CONFIG = `
const stuck = { name: 'stuck', buildStart: () => new Promise(() => setInterval(() => 0, 1e9)) };
export default { plugins: process.env.STUCK ? [stuck] : [] };`;

/** A project whose server and app each say one word. */
function createProject() {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-build-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  for (const file of NEEDED) cpSync(join(ROOT, file), join(folder, file));
  mkdirSync(join(folder, 'node_modules'));
  for (const name of ['vite', '.bin'])
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  write('package.json', '{ "type": "module" }');
  write('package-lock.json', '{}');
  write('index.html', '<script type="module" src="/src/main.ts"></script>');
  write('src/main.ts', "document.title = 'first';");
  write('sw/worker.ts', '');
  write('public/icon.svg', '<svg/>');
  write('server/main.ts', "process.stdout.write('first');");
  write('vite.config.ts', APP_CONFIG);
  write('vite.server.config.ts', "export default { build: { ssr: 'server/main.ts' }, publicDir: false };");
  const script = join(folder, 'server/build.ts');
  return {
    write,
    build: async () => (await promisify(execFile)(process.execPath, [script])).stdout,
    startStuckBuild: () =>
      spawn(process.execPath, [script], { stdio: 'ignore', detached: true, env: { ...process.env, STUCK: '1' } }),
    runServer: async () => (await promisify(execFile)(process.execPath, [join(folder, 'dist/server/main.js')])).stdout,
    appScripts: () => {
      const assets = join(folder, 'dist/app/assets');
      const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
      return scripts.map((name) => readFileSync(join(assets, name), 'utf8'));
    },
    builds: () => readdirSync(folder).filter((name) => name.startsWith('dist')),
  };
}

it('builds once when several start together, again if the server or the app has changed, and keeps the last build if one fails or is killed', async () => {
  const project = createProject();
  const outputs = await Promise.all([project.build(), project.build(), project.build()]);
  expect(outputs.filter((output) => output.includes('Building'))).toEqual([
    'This version of Waybill is not built yet. That takes up to a minute.\nBuilding the server …\nBuilding the app …\n',
  ]);
  expect(await project.runServer()).toBe('first');
  expect(project.appScripts()).toEqual([expect.stringContaining('first')]);
  expect(project.builds()).toEqual(['dist']);
  expect(await project.build()).toBe('');

  project.write('src/main.ts', 'export default {');
  await expect(project.build()).rejects.toThrow('The app could not be built:');
  expect(await project.runServer()).toBe('first');
  expect(project.appScripts()).toEqual([expect.stringContaining('first')]);

  project.write('src/main.ts', "document.title = 'first';");
  project.write('server/main.ts', "process.stdout.write('second');");
  const killed = project.startStuckBuild();
  await until('the server is built', () => project.builds().includes(`dist.next-${killed.pid}`));
  process.kill(-(killed.pid ?? 0), 'SIGKILL');
  await once(killed, 'exit');
  expect(await project.runServer()).toBe('first');

  project.write('src/main.ts', "document.title = 'third';");
  expect(await project.build()).toContain('Building the server …\nBuilding the app …');
  expect(await project.runServer()).toBe('second');
  // The scripts of the first one stay for the tabs that are open.
  expect(project.appScripts()).toHaveLength(2);
  expect(project.appScripts()).toContainEqual(expect.stringContaining('third'));
  expect(project.builds()).toEqual(['dist']);
});
