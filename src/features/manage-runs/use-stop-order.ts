import { useState } from 'react';
import { isOpenRun } from '../../domain/runs/run-status.ts';
import type { RunDetails } from '../../domain/runs/views.ts';
import { useReorderRun } from './mutations.ts';

/** Where a stop can be moved, with its target index. */
export const STOP_MOVES = {
  first: { icon: 'chevrons-up', label: 'to the top', target: () => 0 },
  up: { icon: 'chevron-up', label: 'up', target: (index: number) => index - 1 },
  down: { icon: 'chevron-down', label: 'down', target: (index: number) => index + 1 },
} as const;
export type StopMove = keyof typeof STOP_MOVES;

export type StopOrder = ReturnType<typeof useStopOrder>;

/** An order that is not saved, and the one it began with. */
interface Draft {
  from: string[];
  stopIds: string[];
}

/**
 * The stops of a run, in the order the manager is making until it is saved or discarded. What else
 * happens to the run leaves that order alone; if someone else changes the order too, it says so.
 */
export function useStopOrder(run: RunDetails) {
  const [unsaved, setDraft] = useState<Draft | null>(null);
  const reorder = useReorderRun();
  // Once a run has ended, its order is what it is.
  const isOpen = isOpenRun(run.status);
  const draft = isOpen ? unsaved : null;
  const known = new Map(run.stops.map((stop) => [stop.id, stop]));
  const saved = [...known.keys()];
  const draftIds = draft?.stopIds.filter((id) => known.has(id)) ?? [];
  const ids = [...draftIds, ...saved.filter((id) => !draftIds.includes(id))];
  return {
    stops: ids.flatMap((id) => known.get(id) ?? []),
    isChanged: draft !== null,
    /** Someone else has changed the order since. */
    isOvertaken: draft !== null && !isSameOrder(draft.from, saved),
    isSaving: reorder.isPending,
    failure: isOpen ? reorder.failure : undefined,
    discard() {
      if (reorder.isPending) return;
      reorder.reset();
      setDraft(null);
    },
    move(id: string, to: StopMove) {
      const at = ids.indexOf(id);
      const target = STOP_MOVES[to].target(at);
      if (reorder.isPending || target < 0 || target >= ids.length || target === at) return;
      reorder.reset();
      setDraft({ from: draft?.from ?? saved, stopIds: ids.toSpliced(at, 1).toSpliced(target, 0, id) });
    },
    /** Saves the order over the version the manager saw, and returns the next one. */
    async save(seen: number): Promise<number> {
      const { version } = await reorder.mutateAsync({ id: run.id, version: seen, stopIds: ids });
      setDraft(null);
      return version;
    },
  };
}

/** Whether the stops in both lists have the same order. */
function isSameOrder(one: readonly string[], other: readonly string[]): boolean {
  const shared = one.filter((id) => other.includes(id));
  return other.filter((id) => one.includes(id)).every((id, index) => id === shared[index]);
}
