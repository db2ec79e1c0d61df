import { existsSync } from 'node:fs';
import { RELEASE_FILE } from './paths.ts';

const isRelease = existsSync(RELEASE_FILE);

/** How to run our commands: `waybill backup FOLDER` in a release, with npm in a clone. */
export function commandLine(name: string, parameters = ''): string {
  const separator = isRelease ? ' ' : ' -- ';
  return `${isRelease ? 'waybill' : 'npm run'} ${name}${parameters && separator + parameters}`;
}
