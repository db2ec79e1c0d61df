import type { Holder } from './lane-tally.ts';

export interface Turn {
  holder: Holder;
  /** The smaller of two calls of one person goes first. */
  size: number;
  start(): void;
}

/** Networks take turns, and so do their people: asking twelve times gives no more turns. Decision 0021. */
export class WaitingLine {
  readonly #networks = new Map<string, Map<string, Turn[]>>();

  add(turn: Turn): void {
    const { network } = turn.holder;
    const people = this.#networks.get(network) ?? new Map<string, Turn[]>();
    const turns = people.get(nameOf(turn)) ?? [];
    turns.splice(turns.findLastIndex(({ size }) => size <= turn.size) + 1, 0, turn);
    this.#networks.set(network, people.set(nameOf(turn), turns));
  }

  remove(turn: Turn): void {
    const { network } = turn.holder;
    const people = this.#networks.get(network);
    const turns = people?.get(nameOf(turn));
    const at = turns?.indexOf(turn) ?? -1;
    if (!people || !turns || at < 0) return;
    turns.splice(at, 1);
    if (turns.length === 0) people.delete(nameOf(turn));
    if (people.size === 0) this.#networks.delete(network);
  }

  takeNext(fits: (holder: Holder) => boolean): Turn | null {
    for (const [network, people] of this.#networks) {
      for (const [person, turns] of people) {
        const [turn] = turns;
        if (!turn || !fits(turn.holder)) continue;
        // Both go to the end.
        people.delete(person);
        people.set(person, turns);
        this.#networks.delete(network);
        this.#networks.set(network, people);
        this.remove(turn);
        return turn;
      }
    }
    return null;
  }
}

const nameOf = ({ holder: { person } }: Turn): string => person.at(-1) ?? '';
