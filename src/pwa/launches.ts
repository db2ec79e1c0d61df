interface LaunchQueue {
  setConsumer(consumer: (launch: { targetURL?: string }) => void): void;
}

import { paths } from '../domain/paths.ts';

export function onLaunch(show: (path: string) => void): void {
  const { launchQueue } = globalThis as { launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(({ targetURL }) => {
    if (!targetURL) return;
    const { pathname, search } = new URL(targetURL);
    const path = pathname + search;
    // The app’s icon keeps the page; apps installed before 0.3.0 open home. The first launch is this page.
    if (path !== paths.start && path !== paths.home && path !== location.pathname + location.search) show(path);
  });
}
