import { readFile } from 'node:fs/promises';
import type { Environment } from './env.ts';
import { RELEASE_FILE } from './paths.ts';

/** Says in a line that a release was built with other settings. */
export async function findReleaseProblem(environment: Environment, file = RELEASE_FILE): Promise<string | null> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return null;
  const { built } = JSON.parse(text) as { built: Record<string, unknown> };
  const settings = environment as Record<string, unknown>;
  const differing = Object.keys(built).filter((name) => built[name] !== settings[name]);
  const [first] = differing;
  if (!first) return null;
  const wanted = differing.map((name) => `${name}=${settings[name]}`).join(' ');
  return `${first}: this release was built with ${built[first] || 'none'}. Make one with: ${wanted} npm run release`;
}
