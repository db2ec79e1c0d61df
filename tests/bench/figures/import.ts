import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { filePaths } from '../../../src/domain/file-paths.ts';
import { MAX_IMPORT_ROWS, type ShipmentImport } from '../../../src/domain/shipment-import.ts';
import { shipmentFile } from '../../support/shipment-file.ts';
import { parcelInput } from '../../support/test-server.ts';
import { signIn } from '../bench-query.ts';
import { callOnce, memoryOf, mutation, query } from '../call.ts';
import { absoluteRow, type Figure, ratioRow } from '../figure.ts';
import { measureInterleaved, median, medianRatio } from '../measure-interleaved.ts';
import { emailOf } from '../parcels.ts';

const ROUNDS = 3;
/** A number that no other figure has, since the rows stay. */
const SHIPMENTS = 20_000;
const PEOPLE = 900;

/** Measures from upload to the last shipment, compared with copying the same rows into the same table. */
export const imports: Figure = {
  name: 'import',
  async measure(workshop) {
    const { url } = await workshop.server(SHIPMENTS);
    const token = await signIn(workshop, SHIPMENTS, 1);
    const client = new pg.Client({ connectionString: (await workshop.parcels(SHIPMENTS)).url });
    // If a round fails, the bench stops the database under it, and says why it failed.
    client.on('error', () => undefined);
    await client.connect();
    const peaks: number[] = [];
    let round = 0;
    let importId = '';
    const { imported, copied } = await measureInterleaved(ROUNDS, {
      async imported() {
        const file = fileOf(round);
        const began = performance.now();
        const { id, peak } = await importFile(url, token, file);
        const took = performance.now() - began;
        peaks.push(peak);
        // Their mails would be sent while the others are copied.
        await client.query("delete from pgboss.job where name = 'mail' and state < 'active'");
        importId = id;
        return took;
      },
      async copied() {
        round += 1;
        const rows = await copyOf(client, importId, round);
        const began = performance.now();
        await pipeline(Readable.from(rows), client.query(copyFrom('copy shipments from stdin')));
        return performance.now() - began;
      },
    });
    await client.end();
    const said = (times: readonly number[]) => `${(median(times) / 1000).toFixed(1)} s`;
    return [
      ratioRow({
        what: `Import of ${MAX_IMPORT_ROWS.toLocaleString('en-US')} rows`,
        ours: said(imported),
        comparedWith: `${said(copied)} one COPY`,
        ratio: medianRatio(imported, copied),
        limit: { atMost: 20 },
      }),
      absoluteRow({
        what: "The server's memory at most in the last import, beside the first",
        value: ((peaks.at(-1) ?? Number.NaN) / (peaks[0] ?? Number.NaN)) * 100,
        unit: ' %',
        limit: { atMost: 125 },
      }),
    ];
  },
};

/** Rows that are all different; every third receiver has an account. */
function fileOf(round: number): Buffer {
  return shipmentFile(
    Array.from({ length: MAX_IMPORT_ROWS }, (_, row) =>
      parcelInput({
        description: `Ceramic kiln parts, carton ${row} of round ${round}`,
        receiverEmail: row % 3 === 0 ? emailOf(3 + (row % PEOPLE)) : `guest-${round}-${row}@example.com`,
      }),
    ),
  );
}

async function importFile(url: string, token: string, file: Buffer): Promise<{ id: string; peak: number }> {
  const headers = { authorization: `Bearer ${token}` };
  const sent = await fetch(`${url}${filePaths.shipmentImports({ fileName: 'bench.csv' })}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'text/csv' },
    body: Uint8Array.from(file),
  });
  const { id } = (await sent.json()) as { id: string };
  await callOnce(url, mutation('shipmentImport.start', { id, scope: 'good' }, headers));
  let peak = 0;
  for (;;) {
    peak = Math.max(peak, await memoryOf(url));
    const { state, created } = await callOnce<ShipmentImport>(url, query('shipmentImport.getImport', { id }, token));
    if (state === 'done' && created === MAX_IMPORT_ROWS) return { id, peak };
    await sleep(50);
  }
}

/** The imported rows as COPY takes them, under other ids. */
async function copyOf(client: pg.Client, importId: string, round: number): Promise<Buffer[]> {
  await client.query(`create temp table again as select shipments.* from shipments
    join shipment_import_rows on shipment_id = shipments.id where import_id = '${importId}'`);
  await client.query(`update again set id = uuidv7(), tracking_id = tracking_id || '-${round}'`);
  const rows: Buffer[] = [];
  for await (const piece of client.query(copyTo('copy again to stdout'))) rows.push(piece);
  await client.query('drop table again');
  return rows;
}
