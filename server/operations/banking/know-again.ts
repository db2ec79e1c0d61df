import type { BankEntryRow } from '../../stores/banking/bank-entries.ts';
import type { ReadEntry } from './read-statement.ts';

type Known = Pick<BankEntryRow, 'id' | 'account' | 'bookedOn' | 'amountCents' | 'name' | 'text' | 'ids'>;
type Fresh = ReadEntry & { alikeOf: string | null };

const bankIdOf = ({ ids }: Pick<ReadEntry, 'ids'>) => ids.find((id) => id.startsWith('bank '));

/** The bank says of both what they are, and it isn’t the same. */
function areApart(one: Pick<ReadEntry, 'ids'>, other: Pick<ReadEntry, 'ids'>): boolean {
  const [own, others] = [bankIdOf(one), bankIdOf(other)];
  return own !== undefined && others !== undefined && own !== others;
}

const isSameById = (one: Pick<ReadEntry, 'ids'>, other: Known) =>
  !areApart(one, other) && one.ids.some((id) => other.ids.includes(id));
const isSameByWords = (one: ReadEntry, other: Known) =>
  !areApart(one, other) && one.name === other.name && one.text === other.text;

const lettersOf = (name: string) =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** `J. de Vries` may be `DE VRIES` elsewhere, or nobody. */
function areNamedAlike(one: ReadEntry, other: Known): boolean {
  const [own, others] = [lettersOf(one.name), lettersOf(other.name)];
  return own.includes(others) || others.includes(own);
}

/**
 * Finds the payments of a file that are here already: of the same account, day and amount, by any equal id, or by equal
 * words where no id contradicts. Banks add words and references from file to file, so what is left over is maybe the
 * same as one that is here. Two of one file are two payments.
 */
export function knowAgain(read: readonly ReadEntry[], here: readonly Known[]): { fresh: Fresh[]; known: number } {
  const keyOf = ({ account, bookedOn, amountCents }: Pick<Known, 'account' | 'bookedOn' | 'amountCents'>) =>
    `${account} ${bookedOn} ${amountCents}`;
  const groups = Map.groupBy(here, keyOf);
  let left = [...read];
  let known = 0;
  for (const isSame of [isSameById, isSameByWords]) {
    left = left.filter((entry) => {
      const group = groups.get(keyOf(entry)) ?? [];
      const at = group.findIndex((other) => isSame(entry, other));
      if (at < 0) return true;
      group.splice(at, 1);
      known += 1;
      return false;
    });
  }
  const fresh = left.map((entry) => {
    const group = groups.get(keyOf(entry)) ?? [];
    const at = group.findIndex((other) => !areApart(entry, other) && areNamedAlike(entry, other));
    const [alike] = at < 0 ? [] : group.splice(at, 1);
    return { ...entry, alikeOf: alike?.id ?? null };
  });
  return { fresh, known };
}
