import { useEffect, useRef } from 'react';
import { applyFact } from '../../../domain/runs/apply-fact.ts';
import { parcelNumbersIn } from '../../../domain/runs/count-parcels.ts';
import type { Parcel } from '../../../domain/runs/parcels.ts';
import type { CourierRun } from '../../../domain/runs/views.ts';

const SCANNED = { load: 'loadedParcels', return: 'returnedParcels' } as const;

interface Scan {
  trackingId: string;
  /** Null for the whole shipment. */
  numbers: readonly number[] | null;
}

/** The run shows each once it is saved; `current()` at once. */
export function useScanned(run: CourierRun, kind: 'load' | 'return', left: readonly Parcel[]) {
  const scanned = useRef(new Set<Scan>());

  // A scan undone or rejected must count again.
  useEffect(() => {
    const byId = new Map(left.map((parcel) => [parcel.trackingId, parcel]));
    for (const scan of scanned.current) {
      const parcel = byId.get(scan.trackingId);
      const known = parcelNumbersIn(parcel?.[SCANNED[kind]]);
      if (!parcel || scan.numbers?.every((number) => known.includes(number))) scanned.current.delete(scan);
    }
  }, [left, kind]);

  return {
    current(): CourierRun {
      const ids = new Map(left.map(({ id, trackingId }) => [trackingId, id]));
      return [...scanned.current].reduce((after, { trackingId, numbers }) => {
        const id = ids.get(trackingId);
        const fact = { kind, taskIds: id ? [id] : [], parcels: numbers ?? undefined, id: '', occurredAt: '' };
        return id ? applyFact(after, fact) : after;
      }, run);
    },
    add({ trackingId }: Parcel, numbers: readonly number[] | undefined, saving: Promise<boolean>): void {
      const scan = { trackingId, numbers: numbers ?? null };
      scanned.current.add(scan);
      void saving.then((isSaved) => {
        if (!isSaved) scanned.current.delete(scan);
      });
    },
  };
}
