/**
 * Databases open only after `ms`, as on a busy phone. Runs in a page, alone: as an init script too.
 * Returns what ends it, and fails what still waits.
 */
export function delayStorage(ms: number): () => void {
  const { open } = IDBFactory.prototype;
  const waiting = new Set<IDBOpenDBRequest>();
  IDBFactory.prototype.open = function (this: IDBFactory, ...name) {
    const late = {} as IDBOpenDBRequest;
    waiting.add(late);
    setTimeout(() => {
      if (!waiting.delete(late)) return;
      const request = open.apply(this, name);
      Object.defineProperties(late, {
        result: { get: () => request.result },
        transaction: { get: () => request.transaction },
        error: { get: () => request.error },
      });
      for (const type of ['upgradeneeded', 'success', 'error'] as const)
        request.addEventListener(type, (event) => late[`on${type}`]?.(event as IDBVersionChangeEvent));
    }, ms);
    return late;
  };
  return () => {
    IDBFactory.prototype.open = open;
    for (const late of waiting) late.onerror?.(new Event('error'));
    waiting.clear();
  };
}
