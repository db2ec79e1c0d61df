import { preload } from './preload-scripts.ts';

/**
 * The first script of a server-sent page, as text. It loads the given scripts in parallel, which
 * the browser would otherwise discover one by one. An entrance page waits for its first paint, so
 * that they do not delay the stylesheet; a hidden page is not painted and starts at once. Old
 * browsers get a notice instead.
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
  // Dependencies come first, so each script runs in its own task and none blocks the page for long.
  const evaluate = async () => {
    for (const file of files) await import(file);
  };
  // Firefox ends what a page is loading as soon as another page is on its way.
  let isLeft = false;
  addEventListener('beforeunload', () => {
    isLeft = true;
  });
  // Browsers with these features have everything else that the app needs.
  if (!('toWellFormed' in String.prototype && CSS.supports('selector(:has(a))'))) void import(tooOld);
  else if (afterPaint && document.visibilityState !== 'hidden') {
    new PerformanceObserver(load).observe({ type: 'paint', buffered: true });
  } else load();

  // The HTTP cache may hold a portal's page as a script, and the app's own repair is not loaded
  // yet. Or the server doesn't have the script yet, because a new version is being deployed, or the
  // network is gone. At most once a minute, as in pwa/stale-chunks.ts.
  async function recover(): Promise<void> {
    if (isLeft) return;
    setTimeout(recover, 61_000);
    if (Math.abs(Date.now() - Number(sessionStorage.getItem('reloaded-at'))) < 60_000) return;
    sessionStorage.setItem('reloaded-at', String(Date.now()));
    await Promise.all(files.map((file) => fetch(file, { cache: 'reload' })));
    location.reload();
  }
}
