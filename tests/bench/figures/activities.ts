import type { Request } from 'autocannon';
import { grouped } from '../../../src/domain/figures.ts';
import type { BenchEnvironment } from '../bench-environment.ts';
import { type BenchQuery, expectRows, p99, ROUNDS, signIn, slownessRow } from '../bench-query.ts';
import { callOnce, query } from '../call.ts';
import { absoluteRow, type Figure } from '../figure.ts';
import { measureInterleaved, median } from '../measure-interleaved.ts';

const FEW = 10_000;
const MANY = 1_000_000;
/** A parcel that is scanned everywhere and comes back gets this many. */
const ACTIVITIES_EACH = 50;
const DAY_MS = 24 * 60 * 60 * 1000;

interface Asked {
  name: string;
  question: BenchQuery;
}

/** What reads activities and finds as many rows in either database; and `ofDay`, which finds all of one day. */
async function questionsAt(
  workshop: BenchEnvironment,
  shipments: number,
): Promise<{ asked: Asked[]; ofDay: () => Promise<number> }> {
  const size = { shipments, activitiesEach: ACTIVITIES_EACH };
  const { url } = await workshop.server(shipments, ACTIVITIES_EACH);
  const { trackingId } = await workshop.parcels(shipments, ACTIVITIES_EACH);
  const manager = await signIn(workshop, shipments, 1, ACTIVITIES_EACH);
  const customer = await signIn(workshop, shipments, 3, ACTIVITIES_EACH);
  const asNamed = (name: string, request: Request): Asked => ({ name, question: { ...size, request } });
  const list = (search: object) => query('shipmentAdmin.getShipments', { page: { page: 1, ...search } }, manager);
  const found = await callOnce<{ data: { id: string }[] }>(url, list({ q: trackingId }));
  const day = new Date(Date.now() - 30 * DAY_MS).toISOString().slice(0, 10);
  const asked = [
    asNamed('look-up', query('shipment.getShipmentByTrackingId', { trackingId })),
    asNamed('a shipment of the desk', query('shipmentAdmin.getShipment', { id: found.data[0]?.id }, manager)),
    asNamed('page 1', list({})),
    asNamed(
      'what is new for a customer',
      query('shipment.getChanges', { since: new Date(Date.now() - DAY_MS).toISOString() }, customer),
    ),
  ];
  const changed = list({ from: day, to: day, days: 'changed' });
  for (const request of [list({}), changed]) await expectRows(workshop, { ...size, request }, 10);
  const ofDay = async () => {
    const began = performance.now();
    await callOnce(url, changed);
    return performance.now() - began;
  };
  return { asked, ofDay };
}

/** Whether what only grows makes anything slower. */
export const activities: Figure = {
  name: 'activities',
  isOnRequest: true,
  async measure(workshop) {
    const { asked: few } = await questionsAt(workshop, FEW);
    const { asked: many, ofDay } = await questionsAt(workshop, MANY);
    const took = await measureInterleaved(
      ROUNDS,
      Object.fromEntries(
        [many, few].flatMap((asked) =>
          asked.map(({ name, question }) => [`${question.shipments} ${name}`, () => p99(workshop, question)] as const),
        ),
      ),
    );
    const ofDays = await measureInterleaved(ROUNDS, { many: ofDay });
    const rows = many.map(({ name, question }) =>
      slownessRow(
        workshop,
        `${grouped(MANY * ACTIVITIES_EACH)} activities: ${name}`,
        { question, took: took[`${MANY} ${name}`] ?? [] },
        { name: `at ${grouped(FEW * ACTIVITIES_EACH)}`, took: took[`${FEW} ${name}`] ?? [] },
        1.5,
      ),
    );
    const day = absoluteRow({
      what: `${grouped(MANY * ACTIVITIES_EACH)} activities: what changed on a day, one call`,
      value: median(ofDays.many),
      unit: ' ms',
      limit: { atMost: 2_000 },
    });
    return [...rows, day];
  },
};
