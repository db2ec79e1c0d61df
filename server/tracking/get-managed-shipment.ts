import { codOf } from '../../src/domain/cod.ts';
import { texts } from '../../src/domain/errors.ts';
import { fromCents } from '../../src/domain/money.ts';
import { type ManagedShipment, PARTIES, type Payer, type ServiceType } from '../../src/domain/shipment.ts';
import { formatNews } from '../../src/domain/shops/draft.ts';
import { fullName } from '../../src/domain/user.ts';
import { groupWhereabouts } from '../../src/domain/whereabouts.ts';
import { UserError } from '../base/errors/errors.ts';
import { describeChoices } from '../choices/describe-choices.ts';
import { findPaid } from '../cod/find-paid.ts';
import type { Services } from '../context/context.ts';
import { listVisitsOf } from '../deliveries/list-visits.ts';
import { findPrintsOf } from '../labels/store/prints.ts';
import { findNewsOf } from '../orders/store/drafts.ts';
import { describeReturns } from '../returns/terms.ts';
import { findRunOfShipment } from '../runs/store/run-views.ts';
import { listActivity } from '../shipments/store/activities.ts';
import { findShipment, findShipmentByTrackingId } from '../shipments/store/shipments.ts';
import { listWhereabouts } from '../shipments/store/whereabouts.ts';
import { describeNextStep } from './read-next-step.ts';
import { readToday } from './read-promise.ts';

/**
 * Returns a shipment without its codes.
 * @throws NOT_FOUND
 */
export async function getManagedShipment(
  { db, environment, environmentOn }: Pick<Services, 'db' | 'environment' | 'environmentOn'>,
  by: { id: string } | { trackingId: string },
): Promise<ManagedShipment> {
  const row = 'id' in by ? await findShipment(db, by.id) : await findShipmentByTrackingId(db, by.trackingId);
  if (!row) throw new UserError('NOT_FOUND', texts.shipmentNotFound);
  const { valueCents, feeCents, createdAt, shipDate, deliveryDate, senderCode, receiverCode, deletedAt, ...shipment } =
    row;
  const prints = await findPrintsOf(db, shipment.id);
  const run = await findRunOfShipment(db, shipment.id);
  const today = await readToday(db, shipment.id, environment.TIME_ZONE);
  const nextStep = await describeNextStep(db, environment, row, 'desk');
  const news = await findNewsOf(db, shipment);
  const codes = { sender: senderCode, receiver: receiverCode };
  const codeless = PARTIES.filter((party) => !codes[party]);
  return {
    ...shipment,
    service: shipment.service as ServiceType,
    payer: shipment.payer as Payer,
    value: fromCents(valueCents),
    fee: fromCents(feeCents),
    ...codOf(shipment),
    ...(await findPaid(db, row)),
    createdAt: createdAt.toISOString(),
    shipDate: shipDate.toISOString(),
    deliveryDate: deliveryDate?.toISOString() ?? null,
    brandProof: environment.PROOF_POLICY,
    activity: await listActivity(db, shipment.id),
    visits: await listVisitsOf(db, shipment.id),
    ...(codeless.length > 0 && { codeless }),
    ...(news && { orderChange: formatNews(news) }),
    ...(run && { run: { id: run.id, name: run.name, courier: fullName(run) } }),
    whereabouts: groupWhereabouts((await listWhereabouts(db, [shipment.id])).get(shipment.id) ?? []),
    ...(today && { today }),
    ...(nextStep && { nextStep }),
    returns: await describeReturns(db, { environment, environmentOn }, row, 'shop'),
    choices: await describeChoices(db, environment, row, 'desk'),
    ...(prints && { prints: { count: prints.count, last: prints.last.toISOString() } }),
  };
}
