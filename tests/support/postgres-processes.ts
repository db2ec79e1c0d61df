/** The processes of a running PostgreSQL. Needs no test runner. */
import { execFileSync } from 'node:child_process';
import { readPidFile } from '../../server/base/embedded-postgres/embedded-pid-file.ts';

export interface PostgresProcess {
  pid: number;
  /** How it calls itself, such as `postgres: checkpointer`. */
  title: string;
}

/** The postmaster of this data directory; null while none runs. */
export function findPostmaster(directory: string): number | null {
  const record = readPidFile(directory);
  return record && record !== 'torn' ? record.pid : null;
}

/** What the postmaster has started. */
export function listChildren(postmaster: number): PostgresProcess[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  return lines.flatMap((line) => {
    const [, pid, parent, title = ''] = /^\s*(\d+)\s+(\d+)\s+(\S.*)?$/.exec(line) ?? [];
    return Number(parent) === postmaster ? [{ pid: Number(pid), title }] : [];
  });
}
