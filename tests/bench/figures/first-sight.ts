import { join } from 'node:path';
import lighthouse from 'lighthouse';
import { findFreePort } from '../../../server/base/embedded-postgres/embedded-port.ts';
import { paths } from '../../../src/domain/paths.ts';
import type { RunningProcess } from '../bench-environment.ts';
import { lookUps } from '../call.ts';
import { absoluteRow, type Figure, ratioRow } from '../figure.ts';
import { measureInterleaved, median, medianRatio } from '../measure-interleaved.ts';

const ROUNDS = 3;
const LOAD = { connections: 32, seconds: 2 };
const PARCELS = 10_000;
const BARE = join(import.meta.dirname, '../bare-look-up.ts');
const EXPLAINED_BY = 'reports/bench';

interface Sight {
  /** Milliseconds to the largest contentful paint. */
  largestPaint: number;
  /** Lighthouse's score for performance, of 100. */
  score: number;
}

/** What a first visit sees on a phone whose network and processor are really slowed down. */
async function firstVisit(url: string, port: number, blockedUrlPatterns: string[] = []): Promise<Sight> {
  const result = await lighthouse(url, {
    port,
    logLevel: 'error',
    onlyCategories: ['performance'],
    throttlingMethod: 'devtools',
    blockedUrlPatterns,
  });
  const largestPaint = result?.lhr.audits['largest-contentful-paint']?.numericValue;
  const score = result?.lhr.categories.performance?.score;
  if (!largestPaint || !score) throw new Error(`Lighthouse on ${url}: ${result?.lhr.runtimeError?.message}`);
  return { largestPaint, score: score * 100 };
}

/** A parcel's page on a first visit: how soon it can be read, and how many the server can send. */
export const firstSight: Figure = {
  name: 'first-sight',
  async measure(workshop) {
    const app = await workshop.app();
    const { url, trackingId, nextIds } = await workshop.parcels(PARCELS);
    const bare = await workshop.start(BARE, { DATABASE_URL: url });
    const pages = () => nextIds().map((id) => ({ method: 'GET' as const, path: paths.trackedShipment(id) }));
    const speedOf = async (server: RunningProcess, requests: ReturnType<typeof lookUps>) =>
      (await workshop.load(server, { ...LOAD, requests })).perSecond;
    const speeds = await measureInterleaved(ROUNDS + 1, {
      ours: () => speedOf(app, pages()),
      bare: () => speedOf(bare, lookUps(nextIds())),
    });
    await bare.stop();
    // The first round of each warms it up and does not count.
    for (const rounds of Object.values(speeds)) rounds.shift();

    const port = await findFreePort();
    const browser = await workshop.browserAt(port);
    const page = app.url + paths.trackedShipment(trackingId);
    const sights = await measureInterleaved(ROUNDS, {
      whole: () => firstVisit(page, port),
      scriptless: () => firstVisit(page, port, ['*/assets/*.js']),
    });
    const paintsOf = (seen: readonly Sight[]) => seen.map(({ largestPaint }) => largestPaint);
    const paints = { whole: paintsOf(sights.whole), scriptless: paintsOf(sights.scriptless) };
    const scoreOf = (seen: readonly Sight[]) => median(seen.map(({ score }) => score));
    await browser.stop();
    return [
      ratioRow({
        what: 'Pages of parcels a second, 32 connections',
        ours: `${Math.round(median(speeds.ours))}`,
        comparedWith: `${Math.round(median(speeds.bare))} bare node:http and pg`,
        ratio: medianRatio(speeds.ours, speeds.bare),
        limit: { atLeast: 0.4 },
        explain: () => workshop.profile('first-sight', { DATABASE_URL: url }, { ...LOAD, requests: pages() }),
      }),
      ratioRow({
        what: 'Largest contentful paint of /track/{id}, slow network',
        ours: `${Math.round(median(paints.whole))} ms`,
        comparedWith: `${Math.round(median(paints.scriptless))} ms without scripts`,
        ratio: medianRatio(paints.whole, paints.scriptless),
        limit: { atMost: 1.05 },
        explain: async () => EXPLAINED_BY,
      }),
      absoluteRow({
        what: 'Lighthouse, /track/{id}, slow network: performance',
        value: scoreOf(sights.whole),
        unit: '',
        limit: { atLeast: 100 },
        comparedWith: `${Math.round(scoreOf(sights.scriptless))} without scripts`,
        explain: async () => EXPLAINED_BY,
      }),
    ];
  },
};
