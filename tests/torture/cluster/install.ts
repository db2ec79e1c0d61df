import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGES = ['postgresql', 'postgresql-contrib', 'patroni', 'python3-etcd', 'etcd-server', 'haproxy'];
const PROGRAMS = ['/usr/bin/patroni', '/usr/bin/etcd', '/usr/sbin/haproxy'];
const VERSIONS = '/usr/lib/postgresql';

/** Installs Debian's packages if one is missing. Returns where PostgreSQL's programs are. @throws If it cannot. */
export function installParts(): { binaries: string } {
  if (!PROGRAMS.every(existsSync) || !existsSync(VERSIONS)) {
    // Nothing of them starts by itself here.
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
    execFileSync('apt-get', ['update'], { stdio: 'ignore' });
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', ...PACKAGES], {
      stdio: 'ignore',
      env: environment,
    });
  }
  const newest = readdirSync(VERSIONS).sort((a, b) => Number(b) - Number(a))[0] ?? '';
  return { binaries: join(VERSIONS, newest, 'bin') };
}
