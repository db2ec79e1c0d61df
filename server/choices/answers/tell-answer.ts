import type { ChoiceRow } from '../../../src/domain/choices.ts';
import type { Locked } from '../../base/database/locked.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import { SIDE_COLUMNS } from '../../shipments/store/claims.ts';
import type { ShipmentRow } from '../../shipments/store/shipments.ts';
import { notifyParties } from '../store/choices.ts';

/** Notifies the person who asked whether it is done, by email and on the open page. */
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
