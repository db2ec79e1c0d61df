import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { nameRelease, readTree } from './release-name.ts';

const TREE = { commit: 'abc123def456', tags: [], changed: [] };

it('has the version alone only for the commit with its tag, or without git', () => {
  expect(nameRelease('0.2.0', { ...TREE, tags: ['latest', 'v0.2.0'] })).toBe('0.2.0');
  expect(nameRelease('0.2.0', null)).toBe('0.2.0');
  expect(nameRelease('0.2.0', TREE)).toBe('0.2.0+abc123def456');
  expect(nameRelease('0.2.0', { ...TREE, tags: ['v0.1.0', '0.2.0', 'v0.2.0-rc1'] })).toBe('0.2.0+abc123def456');
});

it('is refused to a tree with changes, whatever its tag, and names them', () => {
  const changed = ['server/main.ts', 'notes.txt', 'a', 'b'];
  const name = () => nameRelease('0.2.0', { ...TREE, tags: ['v0.2.0'], changed });
  expect(name).toThrow(/^No release was made, .* not committed: server\/main\.ts, notes\.txt, a and 1 more\. Commit/);
  expect(() => nameRelease('0.2.0', { ...TREE, changed: ['one'] })).toThrow(/not committed: one\. Commit/);
});

it('reads commit, tags and changes from a clone, and nothing from a folder without git', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-tree-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const git = (...parameters: string[]) =>
    execFileSync('git', ['-c', 'user.name=One', '-c', 'user.email=one@example.com', ...parameters], {
      cwd: folder,
      encoding: 'utf8',
      stdio: 'pipe',
    });
  expect(readTree(folder)).toBeNull();
  git('init');
  writeFileSync(join(folder, 'kept'), '1');
  git('add', '.');
  git('commit', '--message', 'One');
  git('tag', 'v0.2.0');
  const commit = git('rev-parse', 'HEAD').slice(0, 12);
  expect(readTree(folder)).toEqual({ commit, tags: ['v0.2.0'], changed: [] });
  writeFileSync(join(folder, 'kept'), '2');
  writeFileSync(join(folder, 'new'), '1');
  expect(readTree(folder)?.changed).toEqual(['kept', 'new']);
  writeFileSync(join(folder, '.git/HEAD'), '');
  expect(() => readTree(folder)).toThrow(/^No release was made, because git does not say what this clone has: fatal: /);
});
