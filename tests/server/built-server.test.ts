/** The built server, as started by `npm start`. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { findRunningDatabase } from '../../server/embedded-postgres/embedded.ts';
import { startServerProcess, waitUntilReady } from '../support/server-process.ts';
import { until } from '../support/until.ts';

vi.setConfig({ testTimeout: 120_000 });

it('starts from an empty folder, reports it, and logs source line numbers', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'waybill-process-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const server = await startServerProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'error' }, process.env.BUILT_SERVER);
  onTestFinished(async () => {
    server.child.kill('SIGTERM');
    await server.ended;
  });
  await waitUntilReady(server);
  await until('it has said so', () => server.out().includes('Track a shipment'));
  expect(server.out()).toMatch(
    /^Creating a database in .+ …\n[\s\S]*Adding demo data …\n\n {2}Waybill is ready at http/,
  );

  const client = new pg.Client({ connectionString: findRunningDatabase(dataDir) ?? '' });
  await client.connect();
  const { rows } = await client.query<{ trackingId: string; link: string }>(
    'select tracking_id as "trackingId", unnest(images) as link from shipments',
  );
  const [parcel] = rows;
  const image = await fetch(server.url + new URL(parcel?.link ?? '').pathname);
  expect(image.headers.get('content-type')).toBe('image/webp');

  await client.query('alter table shipments rename to elsewhere');
  await client.end();
  const input = encodeURIComponent(JSON.stringify({ trackingId: parcel?.trackingId }));
  const response = await fetch(`${server.url}/api/trpc/shipment.getShipmentByTrackingId?input=${input}`);
  expect(response.status).toBe(500);
  await until('the fault is in the log', () =>
    server.out().includes('/server/stores/shipments/shipment-overviews.ts:'),
  );
});
