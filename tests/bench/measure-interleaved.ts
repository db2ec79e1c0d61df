/** Interleaved measurements: other load on the machine affects both alike. */

/**
 * Measures each in turn, forwards and backwards (A B B A …), so that none always follows the same
 * other one; returns each one's measurements in the order of the rounds.
 */
export async function measureInterleaved<Measured, Name extends string>(
  rounds: number,
  contestants: Record<Name, () => Promise<Measured>>,
): Promise<Record<Name, Measured[]>> {
  const names = Object.keys(contestants) as Name[];
  const measured = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Measured[]>;
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? names : names.toReversed();
    for (const name of order) measured[name].push(await contestants[name]());
  }
  return measured;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

/** The median ratio of all rounds, in each of which both had the same machine. */
export function medianRatio(ours: readonly number[], others: readonly number[]): number {
  return median(ours.map((value, round) => value / (others[round] ?? Number.NaN)));
}
