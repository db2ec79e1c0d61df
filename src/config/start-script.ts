import { preload } from './preload-scripts.ts';

/**
 * The first script of a server-sent page, as text: loads `files` in parallel. `afterPaint` keeps
 * them from delaying the stylesheet; a hidden page is never painted.
 */
export function startScript(files: string[], afterPaint: boolean): string {
  return `(${start})(${JSON.stringify(files)}, ${afterPaint}, '/too-old.js', ${preload});\n`;
}

/** Runs alone in the page, so it must be self-contained. */
function start(files: string[], afterPaint: boolean, tooOld: string, preloadAll: typeof preload): void {
  const load = () => {
    preloadAll(files);
    evaluate().catch(recover);
  };
  // Dependencies first, each in its own task.
  const evaluate = async () => {
    for (const file of files) await import(file);
  };
  // Firefox ends a page's loading when another is on its way.
  let isLeft = false;
  addEventListener('beforeunload', () => {
    isLeft = true;
  });
  // Browsers with these have all the app needs.
  if (!('toWellFormed' in String.prototype && CSS.supports('selector(:has(a))'))) void import(tooOld);
  else if (afterPaint && document.visibilityState !== 'hidden') {
    new PerformanceObserver(load).observe({ type: 'paint', buffered: true });
  } else load();

  // The cache may hold a portal's page as a script, or a new version is being deployed. At most
  // once a minute, as in pwa/stale-chunks.ts.
  async function recover(): Promise<void> {
    if (isLeft) return;
    setTimeout(recover, 61_000);
    if (Math.abs(Date.now() - Number(sessionStorage.getItem('reloaded-at'))) < 60_000) return;
    sessionStorage.setItem('reloaded-at', String(Date.now()));
    await Promise.all(files.map((file) => fetch(file, { cache: 'reload' })));
    location.reload();
  }
}
