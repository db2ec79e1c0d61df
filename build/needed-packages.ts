export interface Lock {
  packages: Record<string, Needs>;
}

interface Needs {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

const NODE_MODULES = 'node_modules/';

/** The paths of these packages and all that they need, from npm's lock file. Some are for other machines. */
export function listNeededPackages({ packages }: Lock, names: readonly string[]): string[] {
  const needed = new Set<string>();
  const add = (path: string | null): void => {
    if (path === null || needed.has(path)) return;
    needed.add(path);
    const { dependencies, optionalDependencies, peerDependencies } = packages[path] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      add(find(name, path));
    }
  };
  /** Where Node finds it: nested in the one that needs it, or above. A peer may not be installed. */
  const find = (name: string, from: string): string | null => {
    const path = `${from && `${from}/`}${NODE_MODULES}${name}`;
    if (packages[path]) return path;
    return from ? find(name, from.slice(0, Math.max(0, from.lastIndexOf(`/${NODE_MODULES}`)))) : null;
  };
  for (const name of names) {
    const path = find(name, '');
    if (path === null) throw new Error(`${name} is not in package-lock.json`);
    add(path);
  }
  return [...needed].sort();
}
