const PATIENCE_MS = 10_000;

/** Resolves when the browser has nothing better to do, or has been busy for long. */
export function waitForIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: PATIENCE_MS });
    else setTimeout(resolve, 200);
  });
}
