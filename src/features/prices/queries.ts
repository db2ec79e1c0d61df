import { trpc } from '../../api/calls/trpc.ts';
import { defineQuery } from '../../api/define-query.ts';

/** Null for the brand’s. */
export const ratesQuery = (userId: string | null) =>
  defineQuery({ name: 'rates', params: [userId], title: 'Rates', ask: () => trpc.rateAdmin.list.query({ userId }) });

export const shopsQuery = defineQuery({ name: 'shops', title: 'Rates', ask: () => trpc.rateAdmin.shops.query() });

export const codLimitQuery = (userId: string) =>
  defineQuery({
    name: 'cod-limit',
    params: [userId],
    title: 'Rates',
    ask: () => trpc.rateAdmin.getCod.query({ userId }),
  });

export const pricesQuery = defineQuery({
  name: 'prices',
  title: 'Your prices',
  ask: () => trpc.shipper.getPrices.query(),
});
