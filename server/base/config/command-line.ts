import { existsSync } from 'node:fs';
import { RELEASE_FILE } from './paths.ts';

const isRelease = existsSync(RELEASE_FILE);

/** What to type for a command of ours: `waybill backup FOLDER` with a release, npm's way in a clone. */
export function commandLine(name: string, parameters = ''): string {
  const separator = isRelease ? ' ' : ' -- ';
  return `${isRelease ? 'waybill' : 'npm run'} ${name}${parameters && separator + parameters}`;
}
