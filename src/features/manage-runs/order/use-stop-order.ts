import { useState } from 'react';
import { isOpenRun } from '../../../domain/runs/run-status.ts';
import type { RunDetails } from '../../../domain/runs/views.ts';
import { useReorderRun } from './use-run-mutation.ts';

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
  /** It has what each change replaced, the last one last. */
  undo: string[][];
}

/** Other changes to the run leave the unsaved order alone. */
export function useStopOrder(run: RunDetails) {
  const [unsaved, setDraft] = useState<Draft | null>(null);
  const [replaced, setReplaced] = useState<{ stopIds: string[]; version: number } | null>(null);
  const reorder = useReorderRun();
  const isOpen = isOpenRun(run.status);
  const draft = isOpen ? unsaved : null;
  const known = new Map(run.stops.map((stop) => [stop.id, stop]));
  const saved = [...known.keys()];
  const complete = (stopIds: readonly string[] = []) => {
    const kept = stopIds.filter((id) => known.has(id));
    return [...kept, ...saved.filter((id) => !kept.includes(id))];
  };
  const ids = complete(draft?.stopIds);

  function change(stopIds: string[]) {
    if (reorder.isPending || isSameOrder(ids, stopIds)) return;
    reorder.reset();
    setDraft({ from: draft?.from ?? saved, stopIds, undo: [...(draft?.undo ?? []), ids] });
  }

  async function send(version: number, stopIds: string[]): Promise<number> {
    const answer = await reorder.mutateAsync({ id: run.id, version, stopIds });
    setDraft(null);
    setReplaced({ stopIds: saved, version: answer.version });
    return answer.version;
  }

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
    /** @param to a move, or the number that the stop gets. */
    move(id: string, to: StopMove | number) {
      const at = ids.indexOf(id);
      const target = typeof to === 'number' ? to - 1 : STOP_MOVES[to].target(at);
      if (target >= 0 && target < ids.length) change(ids.toSpliced(at, 1).toSpliced(target, 0, id));
    },
    use: (stopIds: readonly string[]) => change(complete(stopIds)),
    undo() {
      if (!draft || reorder.isPending) return;
      reorder.reset();
      const stopIds = draft.undo.at(-1) ?? [];
      setDraft(draft.undo.length > 1 ? { ...draft, stopIds, undo: draft.undo.slice(0, -1) } : null);
    },
    /** @param seen the run's version that the manager saw. @returns its next version */
    save: (seen: number): Promise<number> => send(seen, ids),
    unsave:
      isOpen && !draft && replaced?.version === run.version
        ? () => send(run.version, complete(replaced.stopIds))
        : undefined,
  };
}

function isSameOrder(one: readonly string[], other: readonly string[]): boolean {
  const shared = one.filter((id) => other.includes(id));
  return other.filter((id) => one.includes(id)).every((id, index) => id === shared[index]);
}
