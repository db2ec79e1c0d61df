import { useEffect, useRef } from 'react';
import { applyFact } from '../../../domain/runs/apply-fact.ts';
import type { Parcel } from '../../../domain/runs/parcels.ts';
import type { CourierRun } from '../../../domain/runs/views.ts';

/** The run shows each once it is saved; `current()` at once. */
export function useScanned(run: CourierRun, kind: 'load' | 'return', left: readonly Parcel[]) {
  const scanned = useRef(new Set<string>());

  // A scan undone or rejected must count again.
  useEffect(() => {
    const ids = new Set(left.map(({ trackingId }) => trackingId));
    for (const id of scanned.current) if (!ids.has(id)) scanned.current.delete(id);
  }, [left]);

  return {
    current(): CourierRun {
      const taskIds = left.flatMap(({ id, trackingId }) => (scanned.current.has(trackingId) ? id : []));
      return applyFact(run, { kind, taskIds, id: '', occurredAt: '' });
    },
    add({ trackingId }: Parcel, saving: Promise<boolean>): void {
      scanned.current.add(trackingId);
      void saving.then((isSaved) => {
        if (!isSaved) scanned.current.delete(trackingId);
      });
    },
  };
}
