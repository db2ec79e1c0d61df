import type { ReadEntry } from './read-bank-file.ts';
import type { BankEntryRow } from './store/bank-entries.ts';

type Known = Pick<BankEntryRow, 'id' | 'account' | 'bookedOn' | 'amountCents' | 'name' | 'text' | 'ids'>;
type Fresh = ReadEntry & { alikeOf: string | null };

const bankIdsOf = ({ ids }: Pick<ReadEntry, 'ids'>) => ids.filter((id) => id.startsWith('bank '));

function areApart(one: Pick<ReadEntry, 'ids'>, other: Pick<ReadEntry, 'ids'>): boolean {
  const [own, others] = [bankIdsOf(one), bankIdsOf(other)];
  return own.length > 0 && others.length > 0 && !own.some((id) => others.includes(id));
}

/** A bank may list a batch as one payment in one file, and its parts in another, each by the other's id. */
const counterpartsOf = ({ ids }: Pick<ReadEntry, 'ids'>): string[] =>
  ids.flatMap((id) => {
    const [kind = '', ...rest] = id.split(' ');
    const other = { bank: 'of', of: 'bank' }[kind];
    return other ? [other, ...rest].join(' ') : [];
  });

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
 * Finds payments that are here already: same account, day and amount, and any equal id, or equal
 * words where no id contradicts. Banks add words and references, so the rest may be the same as one
 * here. Two of one file are two payments.
 */
export function knowAgain(read: readonly ReadEntry[], here: readonly Known[]): { fresh: Fresh[]; known: number } {
  const keyOf = ({ account, bookedOn, amountCents }: Pick<Known, 'account' | 'bookedOn' | 'amountCents'>) =>
    `${account} ${bookedOn} ${amountCents}`;
  const idOfDay = ({ account, bookedOn }: Pick<Known, 'account' | 'bookedOn'>, id: string) =>
    `${account} ${bookedOn} ${id}`;
  const groups = Map.groupBy(here, keyOf);
  const byId = new Map(here.flatMap((one) => one.ids.map((id) => [idOfDay(one, id), one])));
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
    const others = at < 0 ? counterpartsOf(entry).map((id) => byId.get(idOfDay(entry, id))) : group.splice(at, 1);
    const alike = others.find(Boolean);
    return { ...entry, alikeOf: alike?.id ?? null };
  });
  return { fresh, known };
}
