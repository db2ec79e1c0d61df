import { useState } from 'react';

export interface Choice {
  id: string;
  trackingId: string;
}

/** Shipments stay chosen on other pages, in other searches, and when the list changes. */
export interface Selection {
  chosen: readonly Choice[];
  has(id: string): boolean;
  set(shipments: readonly Choice[], isChosen: boolean): void;
  clear(): void;
}

export function useSelection(): Selection {
  const [chosen, setChosen] = useState<readonly Choice[]>([]);
  return {
    chosen,
    has: (id) => chosen.some((one) => one.id === id),
    set: (shipments, isChosen) =>
      setChosen((before) => {
        const rest = before.filter(({ id }) => !shipments.some((one) => one.id === id));
        return isChosen ? [...rest, ...shipments.map(({ id, trackingId }) => ({ id, trackingId }))] : rest;
      }),
    clear: () => setChosen([]),
  };
}
