/** Sends files of rows as people's browsers do: managers' shipments, and shops' orders. */
import { randomUUID } from 'node:crypto';
import { runImport } from '../../server/imports/import-shipments.ts';
import { filePaths } from '../../src/domain/file-paths.ts';
import type { FileImported, FileReading } from '../../src/domain/shops/draft-file.ts';
import type { Person, TestServer } from './test-server.ts';

type File = Buffer | string;
type Sender = Pick<Person, 'token'>;

export const sendFile = (server: TestServer, url: string, payload: File, { token }: Sender, headers = {}) =>
  server.request({
    method: 'POST',
    url,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv', ...headers },
    payload,
  });

/** Has a file of shipments checked, and returns its id. */
export async function checkFile(server: TestServer, file: File, as: Sender): Promise<string> {
  const { statusCode, body } = await sendFile(server, filePaths.shipmentImports({ fileName: 'parcels.csv' }), file, as);
  if (statusCode !== 200) throw new Error(body);
  return JSON.parse(body).id;
}

/** Has all rows of a file become shipments, and returns its id. */
export async function importShipments(server: TestServer, file: File, as: Sender): Promise<string> {
  const id = await checkFile(server, file, as);
  await server.call('shipmentImport.start', { id, scope: 'all' }, { as });
  await runImport(server.services, id);
  return id;
}

export async function sendOrders(server: TestServer, as: Sender, step: 'read' | 'save', file: File, encoding?: string) {
  const url = filePaths.draftFile({ fileName: 'orders.csv', step, encoding });
  const response = await sendFile(server, url, file, as);
  return { status: response.statusCode, body: response.json() };
}

/** Reads a file of orders, keeps the mapping that was guessed, and imports it. */
export async function importOrders(server: TestServer, as: Sender, file: File) {
  const reading: FileReading = (await sendOrders(server, as, 'read', file)).body;
  const { headers, mapping } = reading;
  const remembered = { headers, mapping, weightUnit: 'kg', lengthUnit: 'cm' };
  await server.call('shipper.saveMapping', remembered, { as, headers: { 'idempotency-key': randomUUID() } });
  const imported: FileImported = (await sendOrders(server, as, 'save', file)).body;
  return { reading, imported };
}
