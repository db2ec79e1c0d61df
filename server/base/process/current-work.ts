import { AsyncLocalStorage } from 'node:async_hooks';

export interface Work {
  readonly name: string;
  /** Missing in background work. */
  readonly requestId?: string;
}

/** Also for responses before a context exists. */
export const currentWork = new AsyncLocalStorage<Work>();

export interface Block extends Work {
  ms: number;
}

export const MIN_BLOCK_MS = 500;
/** A block can seem this much longer than it was. */
const HEARTBEAT_MS = 100;
const NOBODY: Work = { name: 'unknown' };

const listeners = new Set<(block: Block) => void>();
let heartbeat: NodeJS.Timeout | undefined;
let notedAt = 0;

/** The first progress after a block names its cause: what a caller awaits next comes before other events. */
export function noteProgress(by?: Partial<Work> | null): void {
  const now = performance.now();
  const ms = now - notedAt;
  notedAt = now;
  if (ms < MIN_BLOCK_MS || listeners.size === 0) return;
  const { name, requestId } = by === null ? NOBODY : { ...(currentWork.getStore() ?? NOBODY), ...by };
  for (const listener of listeners) listener({ ms, name, ...(requestId && { requestId }) });
}

export function watchEventLoop(listener: (block: Block) => void): () => void {
  listeners.add(listener);
  notedAt = performance.now();
  heartbeat ??= setInterval(noteProgress, HEARTBEAT_MS, null).unref();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(heartbeat);
    heartbeat = undefined;
  };
}

export const inWork = <Result>(name: string, work: () => Promise<Result>): Promise<Result> =>
  currentWork.run({ name }, () => work().finally(() => noteProgress()));
