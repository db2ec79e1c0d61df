import { useState } from 'react';
import { isOpenRun } from '../../domain/runs/run-status.ts';
import type { RunDetails } from '../../domain/runs/views.ts';
import { useReorderRun } from './mutations.ts';

export const STOP_MOVES = {
  first: { icon: 'chevrons-up', label: 'to the top', target: () => 0 },
  up: { icon: 'chevron-up', label: 'up', target: (index: number) => index - 1 },
  down: { icon: 'chevron-down', label: 'down', target: (index: number) => index + 1 },
} as const;
export type StopMove = keyof typeof STOP_MOVES;

export type StopOrder = ReturnType<typeof useStopOrder>;

interface Draft {
  from: string[];
  stopIds: string[];
}

/** The stops in the manager's unsaved order, which other changes to the run leave alone. */
export function useStopOrder(run: RunDetails) {
  const [unsaved, setDraft] = useState<Draft | null>(null);
  const reorder = useReorderRun();
  const isOpen = isOpenRun(run.status);
  const draft = isOpen ? unsaved : null;
  const known = new Map(run.stops.map((stop) => [stop.id, stop]));
  const saved = [...known.keys()];
  const draftIds = draft?.stopIds.filter((id) => known.has(id)) ?? [];
  const ids = [...draftIds, ...saved.filter((id) => !draftIds.includes(id))];
  return {
    stops: ids.flatMap((id) => known.get(id) ?? []),
    isChanged: draft !== null,
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
    /** @param seen the run's version that the manager saw. @returns its next version */
    async save(seen: number): Promise<number> {
      const { version } = await reorder.mutateAsync({ id: run.id, version: seen, stopIds: ids });
      setDraft(null);
      return version;
    },
  };
}

function isSameOrder(one: readonly string[], other: readonly string[]): boolean {
  const shared = one.filter((id) => other.includes(id));
  return other.filter((id) => one.includes(id)).every((id, index) => id === shared[index]);
}
