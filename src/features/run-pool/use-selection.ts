import { useState } from 'react';

/** The chosen shipments, which stay chosen on other pages of the list and in other searches. */
export interface Selection {
  ids: readonly string[];
  has(id: string): boolean;
  set(ids: readonly string[], isChosen: boolean): void;
  clear(): void;
}

export function useSelection(): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  return {
    ids: [...chosen],
    has: (id) => chosen.has(id),
    set: (ids, isChosen) =>
      setChosen((before) => {
        const rest = [...before].filter((id) => !ids.includes(id));
        return new Set(isChosen ? [...rest, ...ids] : rest);
      }),
    clear: () => setChosen(new Set()),
  };
}
