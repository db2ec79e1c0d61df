/** Chromium only uses saved code of modules preloaded as scripts (decision 0041). */
import type { Plugin } from 'vite';

/** A media query that only Chromium knows. Other browsers would fetch each file twice. */
const CHROMIUM = '(device-posture)';

/** Preloads scripts that the worker has cached, before the first script runs. */
export function preloadTags(scripts: Iterable<string>): string {
  return Array.from(
    scripts,
    (script) =>
      `<link rel="preload" as="script" crossorigin media="${CHROMIUM}" href="${script}">` +
      `<link rel="modulepreload" crossorigin href="${script}">`,
  ).join('');
}

/** Runs alone in the page: must be self-contained, without CHROMIUM. */
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

/** Styles are one file (`cssCodeSplit`). */
function importPage(load: () => Promise<unknown>, files: string[] = []): Promise<unknown> {
  preload(files.map((file) => `/${file}`));
  return load().catch((payload: unknown) => {
    const failure = Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload });
    if (dispatchEvent(failure)) throw payload;
  });
}

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
