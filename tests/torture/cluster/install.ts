import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The oldest Debian with Patroni 4, as docs/operating/more-servers.md asks for, in a folder: this machine may have another. */
export const DEBIAN = '/var/cache/waybill-torture/debian-13';
const PACKAGES = ['postgresql', 'patroni', 'python3-etcd', 'etcd-server', 'haproxy'];

/** @throws If it is not there, and cannot be installed. */
export function installDebian(): void {
  if (existsSync(join(DEBIAN, 'usr/bin/patroni'))) return;
  const run = (command: string, parameters: string[]) =>
    execFileSync(command, parameters, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  run('apt-get', ['update']);
  run('apt-get', ['install', '-y', '--no-install-recommends', 'debootstrap']);
  mkdirSync(dirname(DEBIAN), { recursive: true });
  run('debootstrap', ['--variant=minbase', `--include=${PACKAGES.join(',')}`, 'trixie', `${DEBIAN}.part`]);
  renameSync(`${DEBIAN}.part`, DEBIAN);
}
