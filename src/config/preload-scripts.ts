/**
 * Chromium saves the compiled code of cached scripts, but ignores it for modules unless they were
 * preloaded as ordinary scripts. That only helps with scripts from the worker's cache: on a first
 * visit nothing has been saved yet (decision 0043).
 */
import type { Plugin } from 'vite';

/** A media query that only Chromium knows. Other browsers would fetch each file twice. */
const CHROMIUM = '(device-posture)';

/** The tags of a page that comes from the worker's cache. They belong before its first script. */
export function preloadTags(scripts: Iterable<string>): string {
  return Array.from(
    scripts,
    (script) =>
      `<link rel="preload" as="script" crossorigin media="${CHROMIUM}" href="${script}">` +
      `<link rel="modulepreload" crossorigin href="${script}">`,
  ).join('');
}

/**
 * Preloads scripts that are imported next in the same way. Runs alone in the page, so it must be
 * self-contained and can't use CHROMIUM.
 */
export function preload(files: readonly string[]): void {
  const isCached = navigator.serviceWorker?.controller && matchMedia('(device-posture)').matches;
  for (const file of files) {
    if (document.querySelector(`link[href="${file}"]`)) continue;
    const link = document.createElement('link');
    link.rel = isCached || !link.relList.supports('modulepreload') ? 'preload' : 'modulepreload';
    link.as = 'script';
    link.crossOrigin = '';
    link.href = file;
    document.head.append(link);
  }
}

/** Runs in the page. There are no styles to load: they are one file (`cssCodeSplit`). */
function importPage(load: () => Promise<unknown>, files: string[] = []): Promise<unknown> {
  preload(files.map((file) => `/${file}`));
  return load().catch((payload: unknown) => {
    const failure = Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload });
    if (dispatchEvent(failure)) throw payload;
  });
}

/** Preloads pages that are imported later, in place of Vite's own helper. */
export function preloadOnImport(): Plugin {
  return {
    name: 'preload-on-import',
    apply: 'build',
    transform: {
      filter: { id: /vite.preload-helper\.js$/ },
      handler(code) {
        if (!code.includes('export const __vitePreload')) throw new Error('Vite preloads scripts in another way now');
        return `${preload}\nexport const __vitePreload = ${importPage};`;
      },
    },
  };
}
