import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { PASSWORD_HASHER } from '../config/paths.ts';
import type { Task } from './hasher.ts';

/** The pool grows to the most threads that ever hashed at once. */
const idle: Worker[] = [];

async function onThread<Result>(task: Task): Promise<Result> {
  // While it works, `once` reports its errors; an idle one has none.
  const thread = idle.pop() ?? new Worker(PASSWORD_HASHER).on('error', () => undefined);
  thread.ref();
  thread.postMessage(task);
  const [result] = await once(thread, 'message');
  thread.unref();
  idle.push(thread);
  return result;
}

export const hash = (text: string) => onThread<string>({ text });
export const verify = (hashed: string, text: string) => onThread<boolean>({ hashed, text });
