import { defineQuery } from '../../api/define-query.ts';
import { cachePagesOf } from '../../pwa/role-pages.ts';
import { checkReadiness, isSessionEndingSoon } from './readiness.ts';

/** After the run arrives. */
const STORED_WITHIN_MS = 2_000;

export const readinessQuery = defineQuery({
  name: 'readiness',
  ask: checkReadiness,
  staleTime: 0,
  refetchInterval: ({ state: { data } }) => data?.isRunStored === false && STORED_WITHIN_MS,
});

/** Needs the network, so loads apart. */
export const courierFilesQuery = defineQuery({
  name: 'courier-files',
  ask: () => cachePagesOf('courier'),
  staleTime: 0,
});
export const sessionEndQuery = defineQuery({ name: 'session-end', ask: isSessionEndingSoon, staleTime: 0 });
