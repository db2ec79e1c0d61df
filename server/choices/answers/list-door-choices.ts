import { and, eq, ne } from 'drizzle-orm';
import { activeChoices, type ChoiceRow, type DoorChoice } from '../../../src/domain/choices.ts';
import { groupRows } from '../../../src/domain/group-rows.ts';
import type { Environment } from '../../base/config/env.ts';
import type { Executor } from '../../base/database/client.ts';
import { shipments } from '../../base/database/tables/shipments.ts';
import { users } from '../../base/database/tables/users.ts';
import { anyOf } from '../../base/sql/lists.ts';
import { listChoices } from '../store/choices.ts';

/** What the receivers of these shipments need at every door. */
async function listDoorNotes(executor: Executor, shipmentIds: readonly string[]): Promise<Map<string, string>> {
  if (shipmentIds.length === 0) return new Map();
  const rows = await executor
    .select({ id: shipments.id, note: users.doorNote })
    .from(shipments)
    .innerJoin(users, eq(users.id, shipments.receiverId))
    .where(and(anyOf(shipments.id, shipmentIds), ne(users.doorNote, '')));
  return new Map(rows.map(({ id, note }) => [id, note]));
}

/** Those that the courier reads at the door. */
export const doorChoicesIn = (rows: readonly ChoiceRow[]): DoorChoice[] =>
  activeChoices(rows).flatMap(({ kind, text, name }): DoorChoice[] =>
    kind === 'note' || kind === 'safe-place' || kind === 'neighbour' ? [{ kind, text, name }] : [],
  );

/** What couriers read of these shipments. A note of the parcel wins over the one of its receiver’s profile. */
export async function listDoorChoices(
  executor: Executor,
  { CHOICES }: Pick<Environment, 'CHOICES'>,
  shipmentIds: readonly string[],
): Promise<Map<string, DoorChoice[]>> {
  const rows = groupRows(await listChoices(executor, shipmentIds), ({ shipmentId }) => shipmentId);
  const notes = await listDoorNotes(executor, CHOICES.includes('note') ? shipmentIds : []);
  return new Map(
    shipmentIds.map((id) => {
      const made = doorChoicesIn(rows.get(id) ?? []);
      const note = notes.get(id);
      const hasOwn = note === undefined || made.some(({ kind }) => kind === 'note');
      return [id, hasOwn ? made : [...made, { kind: 'note', text: note, name: '' }]];
    }),
  );
}
