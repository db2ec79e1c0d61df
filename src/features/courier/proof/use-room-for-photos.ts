import { useEffect, useState } from 'react';
import { parcelsOf } from '../../../domain/runs/parcels.ts';
import { isOpenTask } from '../../../domain/runs/task-status.ts';
import type { CourierRun } from '../../../domain/runs/views.ts';
import { hasRoom } from '../../../offline/room.ts';
import { MAX_PHOTOS, MAX_PROOF_BYTES } from './proof-picture.ts';

const VISIT_BYTES = MAX_PROOF_BYTES + 100_000;
/** Few visits have more than one; they are stored twice while their visit is in hand. */
const MORE_PHOTOS_BYTES = 2 * (MAX_PHOTOS - 1) * MAX_PROOF_BYTES;

/** For the photos of all open stops; undefined until checked. */
export function useRoomForPhotos(run: CourierRun): boolean | undefined {
  const [isEnough, setEnough] = useState<boolean>();
  const openStops = new Set(parcelsOf(run).flatMap(({ status, stopId }) => (isOpenTask(status) ? [stopId] : [])));
  const bytes = Math.max(openStops.size, 1) * VISIT_BYTES + MORE_PHOTOS_BYTES;

  useEffect(() => {
    let isCurrent = true;
    let isShort = false;
    async function check() {
      const fits = await hasRoom(bytes);
      isShort = !fits;
      if (isCurrent) setEnough(fits);
    }
    // The courier may have freed some space.
    const onVisible = () => void (isShort && !document.hidden && check());
    document.addEventListener('visibilitychange', onVisible);
    void check();
    return () => {
      isCurrent = false;
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [bytes]);

  return isEnough;
}
