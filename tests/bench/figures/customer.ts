import { type BenchQuery, expectRows, p99, ROUNDS, signIn, slownessRow } from '../bench-query.ts';
import { query } from '../call.ts';
import type { Figure } from '../figure.ts';
import { measureInterleaved } from '../measure-interleaved.ts';

const SHIPMENTS = 1_000_000;

/** What a customer with very many shipments waits for, beside one with few. */
export const customer: Figure = {
  name: 'customer',
  async measure(workshop) {
    const large = await signIn(workshop, SHIPMENTS, 1);
    const small = await signIn(workshop, SHIPMENTS, 2);
    const sent = (page: number, token: string): BenchQuery => ({
      shipments: SHIPMENTS,
      request: query('shipment.getShipments', { page: { page }, rel: 'sender' }, token),
    });
    const statistics = (token: string): BenchQuery => ({
      shipments: SHIPMENTS,
      request: query('shipment.getShipmentsStats', undefined, token),
    });
    for (const list of [sent(1, large), sent(1000, large), sent(1, small)]) await expectRows(workshop, list, 10);
    const asked = (question: BenchQuery) => () => p99(workshop, question);
    const took = await measureInterleaved(ROUNDS, {
      first: asked(sent(1, large)),
      firstOfSmall: asked(sent(1, small)),
      statistics: asked(statistics(large)),
      statisticsOfSmall: asked(statistics(small)),
      late: asked(sent(1000, large)),
    });
    const few = 'of one with 1,000';
    const of = { question: sent(1, large), took: took.first };
    return [
      slownessRow(
        workshop,
        'Page 1 of a customer of 100,000 shipments',
        of,
        { name: few, took: took.firstOfSmall },
        1.5,
      ),
      slownessRow(
        workshop,
        'Statistics of that customer',
        { question: statistics(large), took: took.statistics },
        { name: few, took: took.statisticsOfSmall },
        1.5,
      ),
      slownessRow(
        workshop,
        'Page 1,000 of that customer',
        { question: sent(1000, large), took: took.late },
        { name: 'page 1', took: took.first },
        3,
      ),
    ];
  },
};
