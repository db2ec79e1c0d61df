import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SERVER } from '../../../server/build.ts';
import { paths } from '../../../src/domain/paths.ts';
import type { BarePage } from '../../support/bare-browser.ts';
import { until } from '../../support/until.ts';
import type { BenchEnvironment, RunningProcess } from '../bench-environment.ts';
import { callOnce, mutation, query } from '../call.ts';
import { absoluteRow, type Row } from '../figure.ts';
import { median } from '../measure-interleaved.ts';
import { emailOf } from '../parcels.ts';
import { CPU_SLOWDOWN, openThrottled, watchFor } from '../slow-phone.ts';
import { buildTown } from '../town.ts';
import { PARCEL } from './open-from-list.ts';

const STOPS = 200;
const ROUNDS = 5;
const SEED = 1;
const STORED_MS = 5_000;
const DEPOT = { lat: 57.736, lng: 11.967 };
/** A frame at 60 Hz, in milliseconds: a gap of two drops one. */
const FRAME_MS = 1_000 / 60;

/** The manager's phone, without a network, orders a run whose places it knows. */
export async function orderOnPhone(workshop: BenchEnvironment): Promise<Row[]> {
  const server = await serverWithPostcodes(workshop);
  const { token, runId } = await createRun(workshop, server);
  const address = server.url + paths.manageRun(runId);
  const profile = await workshop.visitedProfile(async (context) => {
    const page = await context.newPage();
    await page.goto(server.url + paths.track());
    await page.evaluate(async (kept) => {
      localStorage.setItem('token', kept);
      await navigator.serviceWorker.ready;
    }, token);
    await page.goto(address);
    await page.getByText('Suggest order').waitFor();
    // The run is stored after this time.
    await sleep(STORED_MS);
  });
  const phone = await workshop.phone(profile, { offline: true });
  const measured: Ordering[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await openThrottled(phone, address, `(${SLOW_WORKERS})(${CPU_SLOWDOWN})`);
    measured.push(await order(page));
    await page.close();
  }
  await phone.close();
  await server.stop();
  const what = `${STOPS} stops ordered without network, ${CPU_SLOWDOWN} × slower CPU`;
  const atRest = median(measured.map(({ restGap }) => restGap));
  return [
    absoluteRow({
      what: `${what}, until the suggestion is shown`,
      value: median(measured.map(({ shown }) => shown)),
      unit: ' ms',
      limit: { atMost: 2_000 },
    }),
    absoluteRow({
      what: `Longest gap between two frames while ${STOPS} stops are ordered`,
      value: median(measured.map(({ gap }) => gap)),
      unit: ' ms',
      comparedWith: `${Math.round(atRest)} ms at rest`,
      limit: { atMost: Math.round(2 * FRAME_MS) },
      async explain() {
        const file = join(workshop.reports, 'order-on-phone.json');
        await writeFile(file, JSON.stringify(measured, null, 2));
        return file;
      },
    }),
  ];
}

const postcodeOf = (stop: number) => `${100 + Math.floor(stop / 90)} ${10 + (stop % 90)}`;

async function serverWithPostcodes(workshop: BenchEnvironment): Promise<RunningProcess> {
  await workshop.app();
  const file = join(workshop.folder, 'postcodes.csv');
  const doors = buildTown(SEED).pick(STOPS);
  await writeFile(file, doors.map(({ at }, stop) => `${postcodeOf(stop)},${at.lat},${at.lng}`).join('\n'));
  const { url } = await workshop.parcels(10_000);
  const dist = join(workshop.folder, basename(join(import.meta.dirname, '../../..')));
  return workshop.start(SERVER, {
    DATABASE_URL: url,
    DIST_DIR: dist,
    POSTCODES_FILE: file,
    DEPOT: `${DEPOT.lat},${DEPOT.lng}`,
  });
}

async function createRun(workshop: BenchEnvironment, { url }: RunningProcess) {
  const { password } = await workshop.parcels(10_000);
  const { token } = await callOnce<{ token: string }>(url, mutation('auth.login', { email: emailOf(1), password }));
  const tell = <Answer>(procedure: string, input: unknown) =>
    callOnce<Answer>(url, mutation(procedure, input, { authorization: `Bearer ${token}` }));
  const { id: courierId } = await callOnce<{ id: string }>(url, query('auth.profile', undefined, token));
  await tell('userAdmin.setRoles', { id: courierId, roles: ['manager', 'courier'] });
  const shipmentIds: string[] = [];
  for (let stop = 0; stop < STOPS; stop += 1) {
    const parcel = {
      ...PARCEL,
      receiverName: `Door ${stop}`,
      shipTo: `Linnégatan ${stop + 1}, ${postcodeOf(stop)} Town`,
    };
    shipmentIds.push((await tell<{ id: string }>('shipmentAdmin.createShipment', parcel)).id);
  }
  const run = { day: 'today', name: 'Slow phone', courierId, shipmentIds };
  return { token, runId: (await tell<{ id: string }>('runAdmin.create', run)).id };
}

/** Runs in the page: Chromium slows its main thread only, so a worker’s result arrives that much later. */
const SLOW_WORKERS = (slowdown: number) => {
  globalThis.Worker = class extends Worker {
    #asked = 0;
    override postMessage(message: unknown) {
      this.#asked = performance.now();
      super.postMessage(message);
    }
    override addEventListener(type: string, listener: EventListener) {
      super.addEventListener(type, (event: Event) => {
        const took = performance.now() - this.#asked;
        setTimeout(() => listener(event), (slowdown - 1) * took);
      });
    }
  } as typeof Worker;
};

/** Milliseconds. */
interface Ordering {
  shown: number;
  gap: number;
  /** The longest gap within a second before. */
  restGap: number;
}

/** Runs in the page: returns the longest gap between frames until something has happened. */
const LONGEST_GAP = async (end: Promise<unknown>) => {
  let isOver = false;
  void end.finally(() => {
    isOver = true;
  });
  let longest = 0;
  let last: number | undefined;
  while (!isOver) {
    const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
    if (last !== undefined) longest = Math.max(longest, now - last);
    last = now;
  }
  return longest;
};

const SUGGEST = `[...document.querySelectorAll('button')].find((one) => one.textContent.includes('Suggest order'))`;

async function order(page: BarePage): Promise<Ordering> {
  await until('the run is there', () => page.evaluate(`Boolean(${SUGGEST})`) as Promise<boolean>);
  await page.evaluate(`new Promise((resolve) => setTimeout(resolve, 2_000))`);
  const restGap = await page.evaluate(`(${LONGEST_GAP})(new Promise((resolve) => setTimeout(resolve, 1_000)))`);
  await page.evaluate(watchFor('places known', { sinceTouch: true }));
  await page.evaluate(`globalThis.gap = (${LONGEST_GAP})(globalThis.shown); ${SUGGEST}.click()`);
  const shown = await page.evaluate('shown');
  return { shown: Number(shown), gap: Number(await page.evaluate('gap')), restGap: Number(restGap) };
}
