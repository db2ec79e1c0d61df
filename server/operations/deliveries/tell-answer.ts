import type { ChoiceRow } from '../../../src/domain/choices.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import type { Locked } from '../../database/locked.ts';
import { notifyParties } from '../../stores/runs/choices.ts';
import { SIDE_COLUMNS } from '../../stores/shipments/claims.ts';
import type { ShipmentRow } from '../../stores/shipments/shipments.ts';

/** Tells who asked for something whether it is done, by email and on the page they have open. */
export async function tellAnswer(
  unit: UnitOfWork,
  shipment: Locked<ShipmentRow>,
  { id: choiceId, party }: Pick<ChoiceRow, 'id' | 'party'>,
  answer: 'granted' | 'declined',
): Promise<void> {
  await notifyParties(unit.tx, shipment.id);
  if (party === 'desk') return;
  const about = { shipmentId: shipment.id, party, choiceId, answer };
  await unit.mail({ kind: 'choice-made', receiver: shipment[SIDE_COLUMNS[party].email], about });
}
