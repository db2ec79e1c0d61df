/** As many rows as a file can have, and one more. */
import { expect, it } from 'vitest';
import { paths } from '../../../src/domain/paths.ts';
import { shipmentFile } from '../../support/shipment-file.ts';
import { parcelInput } from '../../support/test-server.ts';
import { testServer } from '../../support/vitest.ts';

const server = await testServer();
const { token } = await server.signInAs('manager');

/** A file of so many good rows, each its own: all but their numbers is written once. */
function longFile(count: number): string {
  const [heads, row] = shipmentFile([parcelInput({ description: 'Row NUMBER' })])
    .toString()
    .split('\r\n');
  return [heads, ...Array.from({ length: count }, (_, at) => row?.replace('NUMBER', `${at}`))].join('\r\n');
}

const send = (payload: string) =>
  server.request({
    method: 'POST',
    url: paths.shipmentImports({ fileName: 'rows.csv' }),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
    payload,
  });

it('a file can have 10,000 rows', async () => {
  const { id } = (await send(longFile(10_000))).json<{ id: string }>();
  const { data } = await server.call('shipmentImport.getImport', { id }, { as: token });
  expect(data).toMatchObject({ rows: 10_000, good: 10_000 });
}, 300_000);

it('a file of 10,001 rows is rejected, and nothing of it stored', async () => {
  const before = await server.fingerprint();
  const answer = await send(longFile(10_001));
  expect(answer.statusCode).toBe(400);
  expect(answer.json().error.data.fieldErrors).toEqual({ file: ['A file can have up to 10,000 rows.'] });
  expect(await server.fingerprint()).toEqual(before);
}, 300_000);
