import { access, constants, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { readBrand } from './brand.ts';
import { type Environment, EnvironmentError, readEnvironment } from './env.ts';
import { readPostcodes } from './postcodes.ts';
import { findReleaseProblem } from './release.ts';

const { R_OK, W_OK, X_OK } = constants;
/** PostgreSQL's data belongs to its own user. */
const NEEDED = {
  'server.lock': R_OK | W_OK,
  'server.pid': R_OK | W_OK,
  'secret-key': R_OK,
  'postgres-password': R_OK,
  'postgres.log': R_OK | W_OK,
  brand: R_OK | W_OK | X_OK,
  mailbox: R_OK | W_OK | X_OK,
  images: R_OK | W_OK | X_OK,
  proofs: R_OK | W_OK | X_OK,
};

/**
 * Reads the configuration, and checks its folder and, unless several processes share it, its port.
 * @throws One line per problem.
 */
export async function checkStartup(
  source: Record<string, string | undefined>,
  sharesPort = false,
): Promise<Environment> {
  const environment = read(source);
  const problems = await Promise.all([
    findFolderProblem(resolve(environment.DATA_DIR)),
    // A listener that only tries would get visitors' connections.
    environment.PROCESS === 'jobs' || (sharesPort && environment.WEB > 1) ? null : findPortProblem(environment),
    ...findFileProblems(environment),
  ]);
  const found = problems.filter((problem) => problem !== null);
  if (found.length > 0) throw new Error(found.join('\n'));
  return environment;
}

export const findFileProblems = (environment: Environment): Promise<string | null>[] => [
  findProblemIn(readPostcodes(environment.POSTCODES_FILE)),
  findProblemIn(readBrand(environment)),
  findReleaseProblem(environment),
];

function read(source: Record<string, string | undefined>): Environment {
  try {
    return readEnvironment(source);
  } catch (error) {
    throw error instanceof EnvironmentError ? new Error(`The configuration is not valid:\n${error.message}`) : error;
  }
}

const findProblemIn = (reading: Promise<unknown>): Promise<string | null> =>
  reading.then(
    () => null,
    ({ message }: Error) => message,
  );

export async function findFolderProblem(dataDir: string): Promise<string | null> {
  const folder = await findExisting(dataDir);
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => error.message);
  if (typeof found === 'string') return `DATA_DIR: ${found}`;
  if (!found.isDirectory()) return `DATA_DIR: ${folder} is not a folder.`;
  const inside = Object.entries(NEEDED).map(([name, rights]) => [join(dataDir, name), rights] as const);
  for (const [path, rights] of [[folder, R_OK | W_OK | X_OK] as const, ...inside]) {
    const code = await access(path, rights).then(
      () => null,
      (error: NodeJS.ErrnoException) => error.code,
    );
    if (code === null || code === 'ENOENT') continue;
    if (code === 'EROFS') return `DATA_DIR: ${path} is on a read-only file system.`;
    const { uid } = await stat(path);
    return `DATA_DIR: the server runs as user ID ${process.getuid?.()} and may not use ${path} of user ID ${uid}.`;
  }
  return null;
}

/** The folder itself, or the nearest one above it that exists. */
export async function findExisting(folder: string): Promise<string> {
  const isMissing = await stat(folder).then(
    () => false,
    ({ code }: NodeJS.ErrnoException) => code === 'ENOENT',
  );
  return isMissing && folder !== dirname(folder) ? findExisting(dirname(folder)) : folder;
}

export function findPortProblem({ PORT, HOST }: Pick<Environment, 'PORT' | 'HOST'>): Promise<string | null> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(describePortError(error, PORT, HOST)));
    probe.listen(PORT, HOST, () => probe.close(() => resolve(null)));
  });
}

function describePortError({ code, message }: NodeJS.ErrnoException, port: number, host: string): string {
  switch (code) {
    case 'EADDRINUSE':
      return `PORT: another program uses port ${port} on ${host}. Stop it, or choose another port.`;
    case 'EACCES':
      return `PORT: the server may not use port ${port}. Choose one above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST: ${host} is not an address of this machine.`;
    default:
      return `PORT: ${message}`;
  }
}
