/** Amounts that a country's coins can't make up, written elsewhere than in a form. */
import { expect, it } from 'vitest';
import type { V1Created } from '../../src/domain/v1/create-shipment.ts';
import { checkFile } from '../support/send-file.ts';
import { shipmentFile } from '../support/shipment-file.ts';
import { shops, v1Parcel } from '../support/shop.ts';
import { parcelInput } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer({ environment: { CURRENCY: 'CHF' } });
const manager = await server.signInAs('manager');
const { newShop, newRate, ask } = shops(server);
await newRate();

const NOTE = 'In cash it is CHF\u00A012.35: the smallest coin is CHF\u00A00.05.';

it('is said to a shop’s program, when it creates and when it reads', async () => {
  const shop = await newShop();
  await server.call('rateAdmin.setCod', { userId: shop.id, limit: 100 }, { as: manager });
  const create = async (cod: number) =>
    (await ask<V1Created>(shop.key, '/v1/shipments', { method: 'POST', payload: v1Parcel({ cod }) })).body;
  const odd = await create(12.34);
  expect(odd.cod_note).toBe(NOTE);
  expect((await ask(shop.key, `/v1/shipments/${odd.id}`)).body.cod_note).toBe(NOTE);
  expect((await create(12.35)).cod_note).toBe('');
});

it('is said beside the row of an imported file', async () => {
  const shop = await newShop();
  await server.call('rateAdmin.setCod', { userId: shop.id, limit: 100 }, { as: manager });
  const rows = [12.34, 12.35].map((cod) => parcelInput({ senderEmail: shop.email, cod }));
  const id = await checkFile(server, shipmentFile(rows), manager);
  const { data } = (await server.call('shipmentImport.getRows', { id, page: 1 }, { as: manager })).data;
  expect(data).toMatchObject([
    { problems: [], codNote: NOTE },
    { problems: [], codNote: '' },
  ]);
});
