import { join } from 'node:path';
import type { RunningProcess } from '../bench-environment.ts';
import { lookUps } from '../call.ts';
import { type Figure, ratioRow } from '../figure.ts';
import { measureInterleaved, median, medianRatio } from '../measure-interleaved.ts';

const ROUNDS = 4;
const LOAD = { connections: 32, seconds: 2 };
const MANY = 1_000_000;
const FEW = 10_000;
const BARE = join(import.meta.dirname, '../bare-look-up.ts');

/** shipment.getShipmentByTrackingId over HTTP, with every control on. */
export const lookUp: Figure = {
  name: 'look-up',
  async measure(workshop) {
    const { url, nextIds } = await workshop.parcels(100_000);
    const server = await workshop.server(100_000);
    const bare = await workshop.start(BARE, { DATABASE_URL: url });
    const orderFor = (ids: string[]) => ({ ...LOAD, requests: lookUps(ids) });
    const speedOf = async (running: RunningProcess) => (await workshop.load(running, orderFor(nextIds()))).perSecond;
    const speeds = await measureInterleaved(ROUNDS + 1, { ours: () => speedOf(server), bare: () => speedOf(bare) });
    await bare.stop();

    const few = await workshop.parcels(FEW);
    const many = await workshop.parcels(MANY);
    const slowestOf = async (count: number, ids: string[]) =>
      (await workshop.load(await workshop.server(count), orderFor(ids))).p99;
    const times = await measureInterleaved(ROUNDS + 1, {
      many: () => slowestOf(MANY, many.nextIds()),
      few: () => slowestOf(FEW, few.nextIds()),
    });
    // The first round of each warms it up and does not count.
    for (const rounds of [...Object.values(speeds), ...Object.values(times)]) rounds.shift();
    return [
      ratioRow({
        what: 'Look-ups a second, 100,000 shipments, 32 connections',
        ours: `${Math.round(median(speeds.ours))}`,
        comparedWith: `${Math.round(median(speeds.bare))} bare node:http and pg`,
        ratio: medianRatio(speeds.ours, speeds.bare),
        limit: { atLeast: 0.75 },
        explain: () => workshop.profile('look-up', { DATABASE_URL: url }, orderFor(nextIds())),
      }),
      ratioRow({
        what: 'Look-up p99, 1,000,000 shipments',
        ours: `${median(times.many).toFixed(1)} ms`,
        comparedWith: `${median(times.few).toFixed(1)} ms at 10,000`,
        ratio: medianRatio(times.many, times.few),
        limit: { atMost: 1.3 },
        explain: () => workshop.profile('look-up-1m', { DATABASE_URL: many.url }, orderFor(many.nextIds())),
      }),
    ];
  },
};
