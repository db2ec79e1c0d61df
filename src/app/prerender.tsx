/**
 * Runs at build only: the frame of every page, and the whole of /track, as HTML. So the first paint waits for no script,
 * and a tracking ID can be typed and sent before there is one.
 */
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter } from 'react-router-dom';
import { createQueryClient } from '../api/query-client.ts';
import { paths } from '../domain/paths.ts';
import { Component as Track } from '../pages/track.tsx';
import { App } from './app.tsx';
import { RootLayout } from './root-layout.tsx';

/** The HTML of the frame with the page of an address in it; for any address but /track the frame alone. */
export function prerender(path: string): string {
  const routes = [
    {
      element: <RootLayout />,
      children: [
        { path: paths.track(), element: <Track /> },
        { path: '*', element: <main id="main" className="page" tabIndex={-1} /> },
      ],
    },
  ];
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  return renderToString(
    <StrictMode>
      <App client={createQueryClient()} router={router} />
    </StrictMode>,
  );
}
