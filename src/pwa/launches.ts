/** Links opened while the installed app is running (`launch_handler` in config/manifest.ts). */

interface LaunchQueue {
  setConsumer(consumer: (launch: { targetURL?: string }) => void): void;
}

/** The app icon opens this path: show the app as the person left it. */
const START = '/';

/**
 * Calls back with the path of each shortcut, link or share that is opened. Browsers without this
 * open a new window.
 */
export function onLaunch(show: (path: string) => void): void {
  const { launchQueue } = globalThis as { launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(({ targetURL }) => {
    if (!targetURL) return;
    const { pathname, search } = new URL(targetURL);
    const path = pathname + search;
    // The first launch is the page this window opened with.
    if (path !== START && path !== location.pathname + location.search) show(path);
  });
}
