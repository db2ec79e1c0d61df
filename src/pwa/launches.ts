interface LaunchQueue {
  setConsumer(consumer: (launch: { targetURL?: string }) => void): void;
}

/** The app icon opens this: keep the page. */
const START = '/';

export function onLaunch(show: (path: string) => void): void {
  const { launchQueue } = globalThis as { launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(({ targetURL }) => {
    if (!targetURL) return;
    const { pathname, search } = new URL(targetURL);
    const path = pathname + search;
    // The first launch is this page.
    if (path !== START && path !== location.pathname + location.search) show(path);
  });
}
