import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { SERVER } from '../../../server/build.ts';
import { filePaths } from '../../../src/domain/file-paths.ts';
import { MAX_PRINTED, type PrintFile } from '../../../src/domain/labels/printing.ts';
import { callOnce, lookUps, memoryOf, mutation } from '../call.ts';
import { type Figure, ratioRow } from '../figure.ts';
import { measureInterleaved, median, medianRatio } from '../measure-interleaved.ts';
import { emailOf } from '../parcels.ts';

const ROUNDS = 3;
const SHIPMENTS = 20_000;
const BARE = join(import.meta.dirname, '../bare-pdf.ts');
/** A label has this many texts. */
const LINES = 19;
const WINDOW_SECONDS = 2;
const WINDOWS = 4;

/** A full file of labels: how long it takes, the server's memory, and what visitors notice. */
export const labels: Figure = {
  name: 'labels',
  async measure(workshop) {
    const { url: database, nextIds, password } = await workshop.parcels(SHIPMENTS);
    const server = await workshop.start(SERVER, { DATABASE_URL: database, TRUSTED_PROXIES: 'loopback' });
    const { token } = await callOnce<{ token: string }>(
      server.url,
      mutation('auth.login', { email: emailOf(1), password }),
    );
    const print = printerOf(server.url, token, await someIds(database));
    await print();

    const times = await measureInterleaved(ROUNDS, {
      ours: () => timed(print),
      bare: () =>
        timed(() =>
          promisify(execFile)(process.execPath, [
            BARE,
            `${MAX_PRINTED}`,
            `${LINES}`,
            join(workshop.folder, 'bare.pdf'),
          ]),
        ),
    });

    const idleMemory = await memoryOf(server.url);
    let peak = 0;
    await during(print(), async () => {
      peak = Math.max(peak, await memoryOf(server.url));
      await sleep(50);
    });

    const p99 = async () => {
      const order = { connections: 32, seconds: WINDOW_SECONDS, requests: lookUps(nextIds()) };
      return (await workshop.load(server, order)).p99;
    };
    await p99();
    const idle: number[] = [];
    const busy: number[] = [];
    while (busy.length < WINDOWS) {
      idle.push(await p99(), await p99());
      await during(print(), async () => void busy.push(await p99()));
    }
    idle.push(await p99());
    await server.stop();

    const said = (taken: readonly number[]) => `${(median(taken) / 1000).toFixed(1)} s`;
    const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
    return [
      ratioRow({
        what: `${MAX_PRINTED} labels as PDF`,
        ours: said(times.ours),
        comparedWith: `${said(times.bare)} bare pdfkit, as many texts, no codes`,
        ratio: medianRatio(times.ours, times.bare),
        limit: { atMost: 5 },
      }),
      ratioRow({
        what: `The server's memory at most during ${MAX_PRINTED} labels as PDF`,
        ours: megabytes(peak),
        comparedWith: `${megabytes(idleMemory)} idle`,
        ratio: peak / idleMemory,
        limit: { atMost: 1.3 },
      }),
      ratioRow({
        what: `Look-up p99 during ${MAX_PRINTED} labels as PDF`,
        ours: `${median(busy).toFixed(1)} ms`,
        comparedWith: `${median(idle).toFixed(1)} ms without`,
        ratio: median(busy) / median(idle),
        limit: { atMost: 3 },
      }),
    ];
  },
};

async function someIds(database: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  const { rows } = await client.query<{ id: string }>(`select id from shipments limit ${MAX_PRINTED}`);
  await client.end();
  return rows.map(({ id }) => id);
}

/** Orders a file of these and fetches it. */
function printerOf(url: string, token: string, ids: string[]): () => Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  return async () => {
    const ordered = await fetch(url + filePaths.labels, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ selection: { ids } }),
    });
    const { id, count } = (await ordered.json()) as PrintFile;
    const { status, body } = await fetch(url + filePaths.labelFile(id), { headers });
    let size = 0;
    for await (const bytes of body ?? []) size += bytes.length;
    if (status !== 200 || count !== MAX_PRINTED)
      throw new Error(`${count} labels in ${size} bytes ended with ${status}`);
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Measures again and again until the work is over. */
async function during(work: Promise<unknown>, measure: () => Promise<void>): Promise<void> {
  let isOver = false;
  const working = work.finally(() => {
    isOver = true;
  });
  // It is awaited below.
  working.catch(() => undefined);
  while (!isOver) await measure();
  await working;
}
