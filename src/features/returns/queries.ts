import { trpc } from '../../api/calls/trpc.ts';
import { defineQuery } from '../../api/define-query.ts';

export const returnsQuery = defineQuery({
  name: 'shop-returns',
  title: 'Returns',
  topic: 'own',
  ask: () => trpc.shipper.getReturns.query(),
});
