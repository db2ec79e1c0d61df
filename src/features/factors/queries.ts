import { trpc } from '../../api/calls/trpc.ts';
import { defineQuery } from '../../api/define-query.ts';

export const factorsQuery = defineQuery({
  name: 'factors',
  title: 'Your passkeys',
  ask: () => trpc.factor.getFactors.query(),
});
