/**
 * Renders the frame of every page, all of /track, and the page of a parcel at build, so that the
 * first paint needs no script.
 */
import type { QueryClient } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter } from 'react-router-dom';
import { createQueryClient } from '../api/query-client.ts';
import { paths } from '../domain/paths.ts';
import type { ShipmentOverview } from '../domain/shipment.ts';
import { trackedShipmentQuery } from '../features/tracking/queries.ts';
import { Component as Track } from '../pages/track.tsx';
import { Component as Tracked } from '../pages/tracked-shipment.tsx';
import { SkeletonRows } from '../ui/list/skeleton.tsx';
import { App } from './app.tsx';
import { RootLayout } from './root-layout.tsx';

export const prerender = (path: string): string => render(path, createQueryClient());

export function prerenderTracked(shipment: ShipmentOverview): string {
  const client = createQueryClient();
  client.setQueryData(trackedShipmentQuery(shipment.trackingId).queryKey, shipment);
  return render(paths.trackedShipment(shipment.trackingId), client);
}

/** Most pages are ready before it shows. */
const LatePage = () => (
  <main id="main" className="page" tabIndex={-1}>
    <div className="late">
      <SkeletonRows />
    </div>
  </main>
);

function render(path: string, client: QueryClient): string {
  const routes = [
    {
      element: <RootLayout />,
      children: [
        { path: paths.track(), element: <Track /> },
        { path: 'track/:trackingId', element: <Tracked /> },
        { path: '*', element: <LatePage /> },
      ],
    },
  ];
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  return renderToString(
    <StrictMode>
      <App client={client} router={router} />
    </StrictMode>,
  );
}
