/** An app of which another version can be deployed. */
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RunningApp, startApp } from './journey.ts';
import { makeVersion } from './next-version.ts';

/** The version that people have. */
export const FIRST = fileURLToPath(new URL('../../../dist/app', import.meta.url));
/** The brand of the other version. */
export const SECOND_NAME = 'Second Brand';

export interface Deploys {
  app: RunningApp;
  /** Makes the server serve the version in a folder. */
  deploy(version: string): Promise<void>;
  /** The folder of the other version, made when it is first asked for. */
  secondVersion(): Promise<string>;
  /** A place for more versions. */
  folder: string;
  stop(): Promise<void>;
}

/** Starts an app that serves the first version; `environment` as for `startApp`. */
export async function startDeploys(environment: Record<string, string> = {}): Promise<Deploys> {
  const folder = await mkdtemp(join(tmpdir(), 'waybill-deploy-'));
  const live = join(folder, 'live');
  const second = join(folder, 'second');
  let made: Promise<string> | undefined;
  const deploy = async (version: string) => {
    await rm(live, { force: true });
    await symlink(version, live);
  };
  await deploy(FIRST);
  const app = await startApp({ DIST_DIR: live, ...environment });
  return {
    app,
    deploy,
    folder,
    secondVersion() {
      made ??= makeVersion(FIRST, second, SECOND_NAME).then(() => second);
      return made;
    },
    async stop() {
      await app.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
