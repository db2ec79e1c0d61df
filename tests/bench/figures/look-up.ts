import { join } from 'node:path';
import { lookUps } from '../call.ts';
import { type Figure, ratioRow } from '../figure.ts';
import { inTurns, median, medianRatio } from '../rounds.ts';

const ROUNDS = 5;
const LOAD = { connections: 32, seconds: 3 };
const BARE = join(import.meta.dirname, '../bare-look-up.ts');

/** shipment.getShipmentByTrackingId over HTTP, with every control on. */
export const lookUp: Figure = {
  name: 'look-up',
  async measure(workshop) {
    const { url, trackingIds } = await workshop.parcels(100_000);
    const order = { ...LOAD, requests: lookUps(trackingIds) };
    const server = await workshop.server(100_000);
    const bare = await workshop.start(BARE, { DATABASE_URL: url });
    const warmUp = { ...order, seconds: 2 };
    await workshop.load(server, warmUp);
    await workshop.load(bare, warmUp);
    const { ours, others } = await inTurns(ROUNDS, {
      ours: async () => (await workshop.load(server, order)).perSecond,
      others: async () => (await workshop.load(bare, order)).perSecond,
    });
    await bare.stop();

    const few = await workshop.parcels(10_000);
    const many = await workshop.parcels(1_000_000);
    const slowestOf = async (count: number, ids: string[]) => {
      const running = await workshop.server(count);
      return (await workshop.load(running, { ...LOAD, requests: lookUps(ids) })).p99;
    };
    // The first round warms both up and does not count.
    const { atMany, atFew } = await inTurns(ROUNDS + 1, {
      atMany: () => slowestOf(1_000_000, many.trackingIds),
      atFew: () => slowestOf(10_000, few.trackingIds),
    });
    atMany.shift();
    atFew.shift();
    return [
      ratioRow({
        what: 'Look-ups a second, 100,000 shipments, 32 connections',
        ours: `${Math.round(median(ours))}`,
        comparedWith: `${Math.round(median(others))} bare node:http and pg`,
        ratio: medianRatio(ours, others),
        limit: { atLeast: 0.45 },
        explain: () => workshop.profile('look-up', { DATABASE_URL: url }, order),
      }),
      ratioRow({
        what: 'Look-up p99, 1,000,000 shipments',
        ours: `${median(atMany).toFixed(1)} ms`,
        comparedWith: `${median(atFew).toFixed(1)} ms at 10,000`,
        ratio: medianRatio(atMany, atFew),
        limit: { atMost: 1.3 },
        explain: () =>
          workshop.profile('look-up-1m', { DATABASE_URL: many.url }, { ...LOAD, requests: lookUps(many.trackingIds) }),
      }),
    ];
  },
};
