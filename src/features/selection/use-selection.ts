import { useState } from 'react';
import { sessionStore } from '../../browser/web-storage.ts';
import { readDeviceUser } from '../../offline/device-user.ts';

export const MAX_SELECTED = 1_000;

export interface Choice {
  id: string;
  trackingId: string;
}

/** Holds at most a thousand, which stay on other pages and in other searches. */
export interface Selection {
  chosen: readonly Choice[];
  has(id: string): boolean;
  set(shipments: readonly Choice[], isChosen: boolean): void;
  /** These and no others. */
  replace(shipments: readonly Choice[]): void;
  clear(): void;
}

/** What this tab has chosen for a purpose, such as one run. */
export function useSelection(purpose: string): Selection {
  const key = `selection ${readDeviceUser()} ${purpose}`;
  const [shown, setShown] = useState(() => ({ key, chosen: readSelection(key) }));
  const chosen = shown.key === key ? shown.chosen : readSelection(key);
  if (shown.key !== key) setShown({ key, chosen });

  function change(next: readonly Choice[]) {
    const kept = next.slice(0, MAX_SELECTED);
    if (kept.length > 0) sessionStore.setItem(key, JSON.stringify(kept));
    else sessionStore.removeItem(key);
    setShown({ key, chosen: kept });
  }

  return {
    chosen,
    has: (id) => chosen.some((one) => one.id === id),
    set(shipments, isChosen) {
      // Two may be chosen before this is drawn again.
      const rest = readSelection(key).filter(({ id }) => !shipments.some((one) => one.id === id));
      change(isChosen ? [...rest, ...shipments.map(toChoice)] : rest);
    },
    replace: (shipments) => change(shipments.map(toChoice)),
    clear: () => change([]),
  };
}

const toChoice = ({ id, trackingId }: Choice): Choice => ({ id, trackingId });

function readSelection(key: string): readonly Choice[] {
  try {
    return JSON.parse(sessionStore.getItem(key) ?? '[]');
  } catch {
    return [];
  }
}
