import { activeChoices, type DoorChoice } from '../../../src/domain/choices.ts';
import { groupRows } from '../../../src/domain/group-rows.ts';
import type { Executor } from '../../database/client.ts';
import { listChoices } from '../../stores/runs/choices.ts';

/** What couriers read of these shipments. */
export async function listDoorChoices(
  executor: Executor,
  shipmentIds: readonly string[],
): Promise<Map<string, DoorChoice[]>> {
  const rows = groupRows(await listChoices(executor, shipmentIds), ({ shipmentId }) => shipmentId);
  return new Map(
    Array.from(rows, ([id, of]) => [
      id,
      activeChoices(of).flatMap(({ kind, text, name }) =>
        kind === 'note' || kind === 'safe-place' || kind === 'neighbour' ? { kind, text, name } : [],
      ),
    ]),
  );
}
