import { serverErrorOf } from '../../../api/calls/call-error.ts';
import { trpc } from '../../../api/calls/trpc.ts';
import { useChange } from '../../../api/use-change.ts';
import { site } from '../../../config/site.ts';
import { canBeOrdered, reorderSome, toOrder } from '../../../domain/routing/stops-to-order.ts';
import type { RunDetails, SuggestedOrder } from '../../../domain/runs/views.ts';
import { orderInWorker } from './order-in-worker.ts';

export type Suggestion = ReturnType<typeof useSuggestedOrder>;

interface Found extends SuggestedOrder {
  version: number;
  /** Made on this device, by what it knew last. */
  isLocal: boolean;
}

export function useSuggestedOrder(run: RunDetails) {
  // It changes nothing yet, so nothing is fetched again.
  const meta = { skipsRefetch: true } as const;
  const change = useChange({ mutationFn: suggest, failed: 'There is no suggestion', meta });
  const isPacked = run.status === 'active' || run.progress.loaded > 0;
  return {
    label: isPacked ? 'Order the rest again' : 'Suggest order',
    isPacked,
    ask: run.stops.filter(canBeOrdered).length > 1 ? () => change.mutate(run) : undefined,
    dismiss: change.reset,
    isPending: change.isPending,
    failure: change.failure,
    found: change.data?.version === run.version ? change.data : undefined,
  };
}

async function suggest(run: RunDetails): Promise<Found> {
  const { id, version, stops } = run;
  try {
    const answer = await trpc.runAdmin.suggestOrder.query({ id, version });
    return { ...answer, version, isLocal: false };
  } catch (error) {
    if (!['offline', 'no-answer', 'portal'].includes(serverErrorOf(error).reason)) throw error;
    const { ids, ...found } = await orderInWorker(toOrder(run, site.timeZone));
    return { stopIds: reorderSome(stops, ids), ...found, version, isLocal: true };
  }
}
