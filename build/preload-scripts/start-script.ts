import { preload } from './preload-scripts.ts';

/** Loads the scripts in parallel. Entrance pages paint first, so that scripts do not delay the stylesheet. */
export function startScript(files: string[], afterPaint: boolean): string {
  return `(${start})(${JSON.stringify(files)}, ${afterPaint}, '/too-old.js', ${preload});\n`;
}

function start(files: string[], afterPaint: boolean, tooOld: string, preloadAll: typeof preload): void {
  const load = () => {
    preloadAll(files);
    evaluate().catch(recover);
  };
  // Dependencies first, each in its own task, so that none blocks the page for long.
  const evaluate = async () => {
    for (const file of files) await import(file);
  };
  // Firefox ends loading when another page is coming.
  let isLeft = false;
  addEventListener('beforeunload', () => {
    isLeft = true;
  });
  // Browsers with these have everything else that the app needs.
  if (!('toWellFormed' in String.prototype && CSS.supports('selector(:has(a))'))) void import(tooOld);
  else if (afterPaint && document.visibilityState !== 'hidden') {
    new PerformanceObserver(load).observe({ type: 'paint', buffered: true });
  } else load();

  // The HTTP cache may hold a portal's page, a new version is being deployed, or the network is gone.
  async function recover(): Promise<void> {
    if (isLeft) return;
    setTimeout(recover, 61_000);
    if (Math.abs(Date.now() - Number(sessionStorage.getItem('reloaded-at'))) < 60_000) return;
    sessionStorage.setItem('reloaded-at', String(Date.now()));
    await Promise.all(files.map((file) => fetch(file, { cache: 'reload' })));
    location.reload();
  }
}
