import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter } from 'react-router-dom';
import { expect, onTestFinished, test } from 'vitest';
import { createQueryClient } from '../api/query-client.ts';
import { App } from './app.tsx';

test('a page that loads while the first one is drawn in slices is shown', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const lazy = () => promise.then(() => ({ loader: () => null, Component: () => 'The page' }));
  const router = createMemoryRouter([{ path: '/', HydrateFallback: () => 'Loading', lazy }]);
  // The app itself subscribes, too.
  router.subscribe(() => undefined);
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  onTestFinished(() => {
    root.unmount();
    container.remove();
    router.dispose();
  });
  // React pauses after five milliseconds.
  const Slow = () => {
    resolve();
    const end = performance.now() + 10;
    while (performance.now() < end);
    return null;
  };
  startTransition(() =>
    root.render([
      <App key="app" client={createQueryClient()} router={router} />,
      ...Array.from('abcdefghijklmnopqrst', (letter) => <Slow key={letter} />),
    ]),
  );
  await expect.poll(() => container.textContent).toBe('The page');
});
