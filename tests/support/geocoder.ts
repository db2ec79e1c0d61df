/** A geocoder on this machine, which may behave badly. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeGeocoder {
  url: string;
  /** The addresses it was asked for, and the headers that came with the last. */
  asked: string[];
  userAgent(): string;
  answer: (response: ServerResponse, address: string) => void;
  close(): Promise<void>;
}

const json = (body: unknown) => (response: ServerResponse) =>
  void response.setHeader('content-type', 'application/json').end(JSON.stringify(body));

/** What Nominatim returns for a house. */
export const nominatim = (lat: number, lng: number, size = 0.0001) => {
  const boundingbox = [lat - size, lat + size, lng - size, lng + size].map(String);
  return json([{ place_id: 1, lat: String(lat), lon: String(lng), display_name: 'Here', boundingbox }]);
};
/** What Photon returns for a house. */
export const photon = (lat: number, lng: number) =>
  json({
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [lng, lat] },
        properties: { osm_type: 'N', type: 'house', name: 'Here' },
      },
    ],
  });
export const nothingFound = json([]);
export const answerWith = (status: number, body: string) => (response: ServerResponse) =>
  void response.writeHead(status).end(body);

export async function startGeocoder(): Promise<FakeGeocoder> {
  let agent = '';
  const server = createServer((request, response) => {
    const address = new URL(request.url ?? '', 'http://geocoder').searchParams.get('q') ?? '';
    agent = request.headers['user-agent'] ?? '';
    geocoder.asked.push(address);
    geocoder.answer(response, address);
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const geocoder: FakeGeocoder = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/search`,
    asked: [],
    userAgent: () => agent,
    answer: nothingFound,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return geocoder;
}
