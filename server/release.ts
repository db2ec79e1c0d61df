/**
 * `npm run release`: packs the built app and server, with the packages that they load and Node
 * itself, into `release/waybill-VERSION.tgz`, or `release/waybill-VERSION+COMMIT.tgz` if the commit is not tagged.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Lock, listNeededPackages } from '../build/needed-packages.ts';
import { nameRelease, readTree } from '../build/release-name.ts';
import { IMPORTED_PACKAGES, OPENED_PACKAGES, SCRIPTS } from '../build/runtime.ts';
import { BUILD_VARIABLES } from '../build/variables.ts';
import { readEnvironment } from './base/config/env.ts';
import { buildIfNeeded } from './build.ts';

const ROOT = join(import.meta.dirname, '..');
const OUT = join(ROOT, 'release');
const FILES = ['deploy', 'docs/operating.md', 'docs/operating', 'docs/settings.md', '.env.example', 'CHANGELOG.md'];

interface Package {
  name: string;
  version: string;
  engines: object;
}

const readJson = async <Value>(name: string): Promise<Value> =>
  JSON.parse(await readFile(join(ROOT, name), 'utf8')) as Value;

const writeJson = (file: string, value: unknown) => writeFile(file, `${JSON.stringify(value, null, 2)}\n`);

function nameThis({ name, version }: Package): { name: string; commit: string } {
  try {
    const tree = readTree(ROOT);
    return { name: `${name}-${nameRelease(version, tree)}`, commit: tree?.commit ?? '' };
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(1);
  }
}

const pickBuilt = <Value>(source: Partial<Record<(typeof BUILD_VARIABLES)[number], Value>>) =>
  Object.fromEntries(BUILD_VARIABLES.map((name) => [name, source[name]]));

async function digest(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

async function copyPackages(folder: string): Promise<void> {
  const paths = listNeededPackages(await readJson<Lock>('package-lock.json'), [
    ...IMPORTED_PACKAGES,
    ...OPENED_PACKAGES,
  ]).filter((path) => existsSync(join(ROOT, path)));
  for (const path of paths) {
    const source = join(ROOT, path);
    await cp(source, join(folder, path), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (name) => !name.startsWith(join(source, 'node_modules')),
    });
  }
  await mkdir(join(folder, 'node_modules/.bin'));
  await symlink('../node/bin/node', join(folder, 'node_modules/.bin/node'));
}

const source = await readJson<Package>('package.json');
const { name, commit } = nameThis(source);
await buildIfNeeded();
const folder = join(OUT, name);
await rm(OUT, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
for (const part of ['app', 'server']) await cp(join(ROOT, 'dist', part), join(folder, part), { recursive: true });
for (const file of FILES) await cp(join(ROOT, file), join(folder, file), { recursive: true });
await copyPackages(folder);
await writeJson(join(folder, 'package.json'), {
  name: source.name,
  version: source.version,
  private: true,
  type: 'module',
  engines: source.engines,
  scripts: {
    start: 'exec node server/start.js',
    ...Object.fromEntries(SCRIPTS.map((script) => [script, `exec node server/bin/${script}.js`])),
  },
});
await writeJson(join(folder, 'release.json'), {
  version: source.version,
  commit,
  builtAt: new Date().toISOString(),
  machine: `${process.platform}-${process.arch}`,
  built: pickBuilt(readEnvironment(pickBuilt(process.env))),
});
execFileSync('tar', ['-czf', `${name}.tgz`, '--owner=0', '--group=0', name], { cwd: OUT });
await rm(folder, { recursive: true });
const { size } = await stat(join(OUT, `${name}.tgz`));
await writeFile(join(OUT, 'SHA256SUMS'), `${await digest(join(OUT, `${name}.tgz`))}  ${name}.tgz\n`);
process.stdout.write(
  `Made release/${name}.tgz for ${process.platform}-${process.arch}, ${Math.ceil(size / 1e6)} MB.\n`,
);
