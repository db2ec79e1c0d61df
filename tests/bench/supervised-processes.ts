import { readFileSync } from 'node:fs';

type Task = 'web' | 'jobs';

/** The processes that a supervisor keeps running. */
export function supervisedProcesses(supervisor: number): Record<Task, number> {
  const children = readFileSync(`/proc/${supervisor}/task/${supervisor}/children`, 'utf8')
    .trim()
    .split(' ')
    .map(Number);
  const find = (task: Task) => {
    const pid = children.find((child) =>
      readFileSync(`/proc/${child}/environ`, 'utf8').split('\0').includes(`PROCESS=${task}`),
    );
    if (pid === undefined) throw new Error(`No ${task} process runs`);
    return pid;
  };
  return { web: find('web'), jobs: find('jobs') };
}

/** What processes of one program take together, in megabytes: the program itself only once. */
export function sharedMegabytes(pids: readonly number[]): number {
  const statuses = pids.map((pid) => readFileSync(`/proc/${pid}/status`, 'utf8'));
  const read = (status: string, name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 976.5625;
  const own = statuses.map((status) => read(status, 'RssAnon') + read(status, 'RssShmem'));
  return own.reduce((sum, one) => sum + one, 0) + Math.max(...statuses.map((status) => read(status, 'RssFile')));
}
