import { trpc } from '../../api/calls/trpc.ts';
import { defineQuery } from '../../api/define-query.ts';

export const factorsQuery = defineQuery({
  name: 'factors',
  store: 'person',
  title: 'Your passkeys',
  ask: () => trpc.factor.getFactors.query(),
});
