import { useState } from 'react';
import type { RunDetails } from '../../domain/runs/views.ts';
import { toast } from '../../ui/toast/toast.ts';
import { useReorderRun } from './mutations.ts';

/** Where a stop can be moved, with its target index. */
export const STOP_MOVES = {
  first: { icon: 'chevrons-up', label: 'to the top', target: () => 0 },
  up: { icon: 'chevron-up', label: 'up', target: (index: number) => index - 1 },
  down: { icon: 'chevron-down', label: 'down', target: (index: number) => index + 1 },
} as const;
export type StopMove = keyof typeof STOP_MOVES;

/**
 * The stops of a run, in the order the manager is making until it is saved or discarded. It is only
 * saved over what the manager saw.
 */
export function useStopOrder(run: RunDetails) {
  const [draft, setDraft] = useState<{ version: number; stopIds: string[] } | null>(null);
  const reorder = useReorderRun();
  const known = new Map(run.stops.map((stop) => [stop.id, stop]));
  const draftIds = draft?.stopIds.filter((id) => known.has(id)) ?? [];
  const ids = [...draftIds, ...run.stops.map(({ id }) => id).filter((id) => !draftIds.includes(id))];
  const discard = () => setDraft(null);
  return {
    stops: ids.flatMap((id) => known.get(id) ?? []),
    isChanged: draft !== null,
    isSaving: reorder.isPending,
    error: reorder.error,
    discard,
    move(id: string, to: StopMove) {
      const from = ids.indexOf(id);
      const target = STOP_MOVES[to].target(from);
      if (target < 0 || target >= ids.length || target === from) return;
      reorder.reset();
      const stopIds = ids.toSpliced(from, 1).toSpliced(target, 0, id);
      setDraft({ version: draft?.version ?? run.version, stopIds });
    },
    save() {
      if (!draft) return;
      reorder.mutate({ id: run.id, ...draft }, { onSuccess: () => toast.success('Order saved'), onSettled: discard });
    },
  };
}
