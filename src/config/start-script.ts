/**
 * The first script of a page from the server, as text: it loads the scripts given, all at once, since each would be found only
 * when the one before it had come. An entrance does so when it has been painted, so that they do not take the line from the
 * stylesheet; a page that nobody looks at is not painted, and starts at once. A browser that is too old is told so instead.
 */
export function startScript(files: string[], afterPaint: boolean): string {
  return `(${start})(${JSON.stringify(files)}, ${afterPaint}, '/too-old.js');\n`;
}

/** Runs in the page, by itself: what it needs is in it. */
function start(files: string[], afterPaint: boolean, tooOld: string): void {
  const load = () => {
    Promise.all(files.map((file) => import(file))).catch(recover);
  };
  // Browsers that have these have all the rest that the app needs, too.
  if (!('toWellFormed' in String.prototype && CSS.supports('selector(:has(a))'))) void import(tooOld);
  else if (afterPaint && document.visibilityState !== 'hidden') {
    new PerformanceObserver(load).observe({ type: 'paint', buffered: true });
  } else load();

  // The HTTP cache may hold a portal's page as one of the scripts, and the app that would repair it is not there. Once in a
  // minute at most, as in pwa/stale-chunks.ts.
  async function recover(): Promise<void> {
    if (Date.now() - Number(sessionStorage.getItem('reloaded-at')) < 60_000) return;
    sessionStorage.setItem('reloaded-at', String(Date.now()));
    await Promise.all(files.map((file) => fetch(file, { cache: 'reload' })));
    location.reload();
  }
}
