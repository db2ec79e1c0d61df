const PATIENCE_MS = 10_000;

export function waitForIdle(queueTimeoutMs = PATIENCE_MS): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: queueTimeoutMs });
    else setTimeout(resolve, 200);
  });
}
