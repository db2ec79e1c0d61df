/** How the installed app is told what was opened while it was running (`launch_handler` in config/manifest.ts). */

interface LaunchQueue {
  setConsumer(consumer: (launch: { targetURL?: string }) => void): void;
}

/** The app's icon opens this: whoever taps it wants the app as they left it. */
const START = '/';

/** Calls back with the path of a shortcut, a link, or what was shared, each time one is opened. Browsers without it open a new window. */
export function onLaunch(show: (path: string) => void): void {
  const { launchQueue } = globalThis as { launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(({ targetURL }) => {
    if (!targetURL) return;
    const { pathname, search } = new URL(targetURL);
    const path = pathname + search;
    // The first one is the page that this window began with.
    if (path !== START && path !== location.pathname + location.search) show(path);
  });
}
