import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { expect, inject, it, onTestFinished } from 'vitest';
import { createTestServer } from '../support/test-server.ts';

interface Sent {
  resourceSpans: {
    scopeSpans: { spans: { name: string; traceId: string; parentSpanId?: string; status: { code?: number } }[] }[];
  }[];
}

/** Takes what OpenTelemetry's protocol sends over HTTP, as a collector does. */
async function startCollector() {
  const received: { path: string; sent: Sent }[] = [];
  const collector = createServer(async (request, response) => {
    received.push({ path: request.url ?? '', sent: (await json(request)) as Sent });
    response.setHeader('content-type', 'application/json').end('{}');
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void collector.close());
  return { received, endpoint: `http://127.0.0.1:${(collector.address() as AddressInfo).port}` };
}

it('a collector gets a span of each request, and nothing that was typed', async () => {
  const { received, endpoint } = await startCollector();
  const server = await createTestServer(inject('cluster'), { environment: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } });
  const { trackingId } = await server.parcel();
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  await server.call('shipment.getShipmentByTrackingId', { trackingId }, { headers: { traceparent } });
  await server.request({ url: '/nothing-here', headers: { traceparent: 'nonsense' } });
  await server.request({ url: '/readyz' });
  await server.close();

  expect(received.map(({ path }) => path)).toContain('/v1/traces');
  const spans = received
    .flatMap(({ sent }) => sent.resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
  const lookUp = spans.find(({ name }) => name === 'shipment.getShipmentByTrackingId');
  expect(lookUp).toMatchObject({ traceId: '0af7651916cd43dd8448eb211c80319c', parentSpanId: 'b7ad6b7169203331' });
  expect(spans.map(({ name }) => name)).toContain('GET none');
  expect(spans.filter(({ name }) => name.includes('readyz'))).toEqual([]);
  expect(JSON.stringify(received)).not.toContain(trackingId);
});
