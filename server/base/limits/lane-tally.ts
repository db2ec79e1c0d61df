export interface Capacity {
  total: number;
  network: number;
  person: number;
  /** Limits the long work of all people together: the rest is for short work. */
  long?: number;
}

export interface Budget {
  running: Capacity;
  waiting: Capacity;
  queueTimeoutMs: number | null;
  /** A call that hit a limit (429) keeps its place: retrying at once gains nothing. */
  restMs: number;
}

export interface Holder {
  network: string;
  /** Hash of the token, and user id; empty for visitors. */
  person: readonly string[];
  isLong?: boolean;
}

const LONG = 'long';

export const sharesOf = ({ network, person, isLong }: Holder) => [network, ...person, ...(isLong ? [LONG] : [])];

export class Tally {
  total = 0;
  readonly #of = new Map<string, number>();

  fits(room: Capacity, { network, person, isLong }: Holder): boolean {
    return (
      this.total < room.total &&
      this.count(network) < room.network &&
      person.every((key) => this.count(key) < room.person) &&
      !(isLong && this.count(LONG) >= (room.long ?? room.total))
    );
  }

  count(key: string): number {
    return this.#of.get(key) ?? 0;
  }

  add(holder: Holder, step: 1 | -1): void {
    this.total += step;
    for (const key of sharesOf(holder)) {
      const count = this.count(key) + step;
      if (count > 0) this.#of.set(key, count);
      else this.#of.delete(key);
    }
  }
}
