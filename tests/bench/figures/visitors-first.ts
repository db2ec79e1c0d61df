import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import pg from 'pg';
import { filePaths } from '../../../src/domain/file-paths.ts';
import { MAX_IMPORT_ROWS, type ShipmentImport } from '../../../src/domain/shipment-import.ts';
import { shipmentFile } from '../../support/shipment-file.ts';
import { parcelInput } from '../../support/test-server.ts';
import { callOnce, lookUps, mutation, query } from '../call.ts';
import { type Figure, type Row, ratioRow } from '../figure.ts';
import { median } from '../measure-interleaved.ts';
import { releaseRun, startRun, teller, visitOf } from '../one-run.ts';
import { emailOf } from '../parcels.ts';
import { supervisedProcesses } from '../supervised-processes.ts';

const SHIPMENTS = 200_000;
const SECONDS = 2;
/** It only waits for a long load after this many. */
const WINDOWS = 15;
const AT_ONCE = 60;
const EXPORTS = 5;
const FILES = 10;
const FILES_AT_ONCE = 5;
const VISITS = 250;
const LOGINS = 200;
const SLOW_UPLOADS = 60;
const UPLOAD_BYTES = 10_000_000;
const DRIP_BYTES = 2_048;
const SPIN_SECONDS = 10;
/** Nothing else runs in that process for as long. */
const SPIN_ON_SIGNAL = `--import=data:text/javascript,${encodeURIComponent(
  `process.on('SIGWINCH', () => { for (const end = Date.now() + ${SPIN_SECONDS * 1_000}; Date.now() < end; ); });`,
)}`;

interface Crowd {
  url: string;
  password: string;
  /** One person does most of it, and two send files slowly. */
  token: string;
  slow: string[];
}

/** Managers and couriers make the loads. */
export const visitorsFirst: Figure = {
  name: 'visitors-first',
  async measure(workshop) {
    const { url, nextIds, password } = await workshop.parcels(SHIPMENTS);
    const settings = { DATABASE_URL: url, TRUSTED_PROXIES: 'loopback', NODE_OPTIONS: SPIN_ON_SIGNAL };
    const server = await workshop.start('server/start.js', settings);
    const p99 = async () => {
      const order = { connections: 32, seconds: SECONDS, requests: lookUps(nextIds()) };
      return (await workshop.load(server, order)).p99;
    };
    const [token = '', ...slow] = await signInThree(url, server.url, password);
    const crowd: Crowd = { url: server.url, password, token, slow };
    const imports = importsOf(crowd);
    const loads: [what: string, load: (crowd: Crowd) => Promise<unknown>][] = [
      [`${EXPORTS} exports of ${SHIPMENTS.toLocaleString('en')} rows`, exportAll],
      [`${SLOW_UPLOADS} slow uploads of two people`, uploadSlowly],
      [`${VISITS} visits, ${AT_ONCE} at a time`, await visitsOfOneRun(crowd)],
      [`${LOGINS} logins`, logIn],
      ['a job that spins', () => spin(server.pid)],
      [`the checks of ${FILES} files of ${MAX_IMPORT_ROWS.toLocaleString('en')} rows`, imports.check],
      ['the imports of these files', imports.run],
    ];
    await p99();
    const idle: number[] = [];
    const measured: { what: string; windows: number[]; seconds: number }[] = [];
    for (const [what, load] of loads) {
      idle.push(await p99(), await p99());
      const began = performance.now();
      let isOver = false;
      const working = load(crowd).finally(() => {
        isOver = true;
      });
      // It is awaited below.
      working.catch(() => undefined);
      const windows: number[] = [];
      while (windows.length === 0 || (!isOver && windows.length < WINDOWS)) windows.push(await p99());
      await working;
      measured.push({ what, windows, seconds: (performance.now() - began) / 1000 });
    }
    idle.push(await p99());
    await server.stop();
    return measured.map(({ what, windows, seconds }) => row(`${what} (${Math.round(seconds)} s)`, windows, idle));
  },
};

function row(what: string, windows: number[], idle: number[]): Row {
  return ratioRow({
    what: `Look-up p99 during ${what}`,
    ours: `${median(windows).toFixed(1)} ms`,
    comparedWith: `${median(idle).toFixed(1)} ms without`,
    ratio: median(windows) / median(idle),
    limit: { atMost: 2 },
  });
}

/** The process for jobs of this supervisor spins. */
async function spin(supervisor: number): Promise<void> {
  process.kill(supervisedProcesses(supervisor).jobs, 'SIGWINCH');
  await sleep(SPIN_SECONDS * 1_000);
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function signInThree(database: string, url: string, password: string): Promise<string[]> {
  const emails = [1, 2, 3].map(emailOf);
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  await client.query('update users set manager = true, courier = true where email = any($1)', [emails]);
  await client.end();
  const responses = emails.map((email) =>
    callOnce<{ token: string }>(url, mutation('auth.login', { email, password })),
  );
  return (await Promise.all(responses)).map(({ token }) => token);
}

async function exportAll({ url, token }: Crowd): Promise<void> {
  const download = async () => {
    const { body, status } = await fetch(url + filePaths.shipmentsFile(), { headers: bearer(token) });
    let lines = 0;
    for await (const bytes of body ?? [])
      for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines += 1;
    if (status !== 200 || lines <= SHIPMENTS) throw new Error(`An export of ${lines} lines ended with ${status}`);
  };
  await Promise.all(Array.from({ length: EXPORTS }, download));
}

/** Each brings 2 KiB a second until the server ends it, while somebody else gets an export. */
async function uploadSlowly({ url, token, slow }: Crowd): Promise<void> {
  const { hostname, port } = new URL(url);
  const uploads = Array.from({ length: SLOW_UPLOADS }, async (_, index) => {
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    const ended = once(socket, 'close');
    socket.resume();
    await once(socket, 'connect');
    socket.write(
      `POST ${filePaths.shipmentImports({ fileName: 'slow.csv' })} HTTP/1.1\r\nhost: localhost\r\n` +
        `authorization: ${bearer(slow[index % slow.length] ?? '').authorization}\r\n` +
        `x-forwarded-for: 10.9.${index % slow.length}.1\r\n` +
        `content-type: text/csv\r\ncontent-length: ${UPLOAD_BYTES}\r\n\r\n`,
    );
    const dripping = setInterval(() => socket.write(Buffer.alloc(DRIP_BYTES, 'x')), 1_000);
    await ended;
    clearInterval(dripping);
  });
  await sleep(2_000);
  const search = '?q=nowhere-to-be-found';
  const { status } = await fetch(url + filePaths.shipmentsFile() + search, { headers: bearer(token) });
  if (status !== 200) throw new Error(`An export beside slow uploads ended with ${status}`);
  await Promise.all(uploads);
}

async function visitsOfOneRun({ url, token }: Crowd): Promise<() => Promise<unknown>> {
  const parcels = Array.from({ length: VISITS }, (_, stop) =>
    parcelInput({ receiverName: `Door ${stop + 1}`, shipTo: `Linnégatan ${stop + 1}, 413 04 Gothenburg` }),
  );
  await releaseRun(url, token, parcels);
  const run = await startRun(url, token);
  const limit = pLimit(AT_ONCE);
  return () =>
    Promise.all(run.stops.map((stop) => limit(() => teller(url, token)('courier.visit', visitOf(run, stop)))));
}

/** Each comes from another address, and comes back if it would wait too long. */
async function logIn({ url, password }: Crowd): Promise<void> {
  await Promise.all(
    Array.from({ length: LOGINS }, async (_, index) => {
      const headers = { 'x-forwarded-for': `10.8.${index >> 8}.${index & 255}` };
      const { path, ...request } = mutation('auth.login', { email: emailOf(3 + index), password }, headers);
      for (;;) {
        const { status } = await fetch(url + path, request);
        if (status === 200) return;
        if (status !== 503) throw new Error(`A login ended with ${status}`);
        await sleep(2_000);
      }
    }),
  );
}

/** Making the files before takes nothing from the server. */
function importsOf({ url, token }: Crowd) {
  const files = Array.from({ length: FILES }, (_, number) => fileOf(number));
  const limit = pLimit(FILES_AT_ONCE);
  let importIds: string[] = [];
  return {
    async check() {
      importIds = await Promise.all(files.map((file) => limit(() => checkFile(url, token, file))));
    },
    run: () => Promise.all(importIds.map((id) => runImport(url, token, id))),
  };
}

const fileOf = (number: number) =>
  shipmentFile(
    Array.from({ length: MAX_IMPORT_ROWS }, (_, row) =>
      parcelInput({ description: `Ceramic kiln parts, carton ${row} of file ${number}` }),
    ),
  );

async function checkFile(url: string, token: string, file: Buffer): Promise<string> {
  const sent = await fetch(url + filePaths.shipmentImports({ fileName: 'bench.csv' }), {
    method: 'POST',
    headers: { ...bearer(token), 'content-type': 'text/csv' },
    body: Uint8Array.from(file),
  });
  return ((await sent.json()) as { id: string }).id;
}

async function runImport(url: string, token: string, id: string): Promise<void> {
  await callOnce(url, mutation('shipmentImport.start', { id, scope: 'good' }, bearer(token)));
  for (;;) {
    const { state } = await callOnce<ShipmentImport>(url, query('shipmentImport.getImport', { id }, token));
    if (state === 'done') return;
    await sleep(500);
  }
}
