import type { Request } from 'autocannon';
import { grouped } from '../../../src/domain/figures.ts';
import type { BenchEnvironment } from '../bench-environment.ts';
import { type BenchQuery, expectRows, p99, ROUNDS, signIn, slownessRow } from '../bench-query.ts';
import { callOnce, query } from '../call.ts';
import type { Figure } from '../figure.ts';
import { measureInterleaved } from '../measure-interleaved.ts';

const FEW = 10_000;
const MANY = 1_000_000;
/** As many as a parcel gets that is scanned everywhere and comes back. */
const ACTIVITIES_EACH = 50;
const DAY_MS = 24 * 60 * 60 * 1000;

interface Asked {
  name: string;
  question: BenchQuery;
}

/** What reads activities; each finds as many rows in either database, apart from those of a day. */
async function questionsAt(workshop: BenchEnvironment, shipments: number): Promise<Asked[]> {
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
    asNamed('what changed on a day', list({ from: day, to: day, days: 'changed' })),
    asNamed(
      'what is new for a customer',
      query('shipment.getChanges', { since: new Date(Date.now() - DAY_MS).toISOString() }, customer),
    ),
  ];
  for (const { name, question } of asked.slice(2, 4)) {
    await expectRows(workshop, question, 10).catch((error: Error) => {
      throw new Error(`${name}: ${error.message}`);
    });
  }
  return asked;
}

/** Whether what only grows makes anything slower. */
export const activities: Figure = {
  name: 'activities',
  isOnRequest: true,
  async measure(workshop) {
    const few = await questionsAt(workshop, FEW);
    const many = await questionsAt(workshop, MANY);
    const took = await measureInterleaved(
      ROUNDS,
      Object.fromEntries(
        [many, few].flatMap((asked) =>
          asked.map(({ name, question }) => [`${question.shipments} ${name}`, () => p99(workshop, question)] as const),
        ),
      ),
    );
    return many.map(({ name, question }) =>
      slownessRow(
        workshop,
        `${grouped(MANY * ACTIVITIES_EACH)} activities: ${name}`,
        { question, took: took[`${MANY} ${name}`] ?? [] },
        { name: `at ${grouped(FEW * ACTIVITIES_EACH)}`, took: took[`${FEW} ${name}`] ?? [] },
        1.5,
      ),
    );
  },
};
