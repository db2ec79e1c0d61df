import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export interface Tree {
  commit: string;
  tags: string[];
  /** Files that differ from the commit, or that it lacks. */
  changed: string[];
}

const NAMED_FILES = 3;

/**
 * Names a release after its version only if its commit has the tag: any other commit is in the name, such as
 * `0.2.0+abc123def456`. Without git, the version has to do.
 * @throws If the tree has changes: nobody could say later what was packed.
 */
export function nameRelease(version: string, tree: Tree | null): string {
  if (tree === null) return version;
  const { commit, tags, changed } = tree;
  if (changed.length > 0) {
    const more = changed.length > NAMED_FILES ? ` and ${changed.length - NAMED_FILES} more` : '';
    throw new Error(
      `No release was made, because this clone has changes that are not committed: ${changed.slice(0, NAMED_FILES).join(', ')}${more}. Commit them or put them away (git stash --include-untracked), and try again.`,
    );
  }
  return tags.includes(`v${version}`) ? version : `${version}+${commit}`;
}

/**
 * Null where the source came without git.
 * @throws If it is a clone and git does not answer.
 */
export function readTree(root: string): Tree | null {
  if (!existsSync(join(root, '.git'))) return null;
  const lines = (...parameters: string[]) => {
    const { error, status, stdout, stderr } = spawnSync('git', parameters, { cwd: root, encoding: 'utf8' });
    if (status === 0) return stdout.split('\n').filter(Boolean);
    throw new Error(
      `No release was made, because git does not say what this clone has: ${error?.message ?? stderr.trim()}`,
    );
  };
  return {
    commit: lines('rev-parse', '--short=12', 'HEAD')[0] ?? '',
    tags: lines('tag', '--points-at', 'HEAD'),
    changed: lines('status', '--porcelain').map((line) => line.slice(3)),
  };
}
