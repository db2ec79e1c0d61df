import * as v from 'valibot';
import { texts } from '../../src/domain/errors.ts';
import { type Member, may } from '../../src/domain/roles.ts';
import { type Label, LabelSchema } from '../../src/domain/shipment.ts';
import type { User } from '../../src/domain/user.ts';
import type { Executor } from '../base/database/client.ts';
import { UserError } from '../base/errors/errors.ts';
import { findShipment } from '../shipments/store/shipments.ts';
import { toDetails } from '../tracking/describe-shipment.ts';
import { cancelled } from './get-printable.ts';

/** @throws NOT_FOUND, also to strangers, who must not learn that it exists; PRECONDITION_FAILED for a cancelled one. */
export async function getLabel(executor: Executor, user: Member & Pick<User, 'id'>, id: string): Promise<Label> {
  const shipment = await findShipment(executor, id);
  const isAllowed =
    may(user, 'shipmentAdmin.getShipment') || user.id === shipment?.senderId || user.id === shipment?.receiverId;
  if (!shipment || !isAllowed) throw new UserError('NOT_FOUND', texts.shipmentNotFound);
  if (shipment.status === 'cancelled') throw cancelled();
  return v.parse(LabelSchema, toDetails(shipment));
}
