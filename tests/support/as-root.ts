/**
 * What tests need root for. Without root, a user namespace has a root of its own; where that is not
 * allowed either, the tests are left out (`needs.ts`).
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export const isRoot = process.getuid?.() === 0;

/** A shell that may mount. */
const SHELL = isRoot ? ['sh'] : ['unshare', '-Urm', 'sh'];

/** Whether disks can be mounted: root in a container often may not. */
export function canMount(): boolean {
  const [program = '', ...parameters] = SHELL;
  const folder = mkdtempSync(join(tmpdir(), 'waybill-disk-'));
  const attempt = 'mount -t tmpfs tmpfs "$0" && umount "$0"';
  const { status } = spawnSync(program, [...parameters, '-c', attempt, folder]);
  rmSync(folder, { recursive: true, force: true });
  return status === 0;
}

export interface SmallDisk {
  folder: string;
  readOnly(is: boolean): Promise<void>;
  remove(): Promise<void>;
}

/** Mounts a separate file system of this size. */
export async function mountSmallDisk(kilobytes: number): Promise<SmallDisk> {
  const place = mkdtempSync(join(tmpdir(), 'waybill-disk-'));
  const [program = '', ...parameters] = SHELL;
  // It ends with us, and a namespace with it.
  const shell = spawn(program, parameters, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface(shell.stdout)[Symbol.asyncIterator]();
  const run = async (command: string) => {
    shell.stdin.write(`${command}; echo $?\n`);
    const { value } = await lines.next();
    if (value !== '0') throw new Error(`${command} ended with ${value}`);
  };
  await run(`mount -t tmpfs -o size=${kilobytes}k,mode=755 tmpfs ${place}`);
  return {
    // Others see what a namespace has mounted through its process.
    folder: isRoot ? place : `/proc/${shell.pid}/root${place}`,
    readOnly: (is) => run(`mount -o remount,bind,${is ? 'ro' : 'rw'} ${place}`),
    async remove() {
      await run(`umount -l ${place}`);
      const ended = once(shell, 'exit');
      shell.stdin.end();
      await ended;
      rmSync(place, { recursive: true, force: true });
    },
  };
}

/** Gives files to the user that PostgreSQL runs as; whoever is not root runs it themselves. */
export function giveTo({ uid, gid }: { uid?: number; gid?: number }, ...paths: string[]): void {
  if (!isRoot || uid === undefined || gid === undefined) return;
  for (const path of paths) chownSync(path, uid, gid);
}
