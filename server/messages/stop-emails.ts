import { and, eq, or } from 'drizzle-orm';
import { isReport, type MailKind, REPORT_KINDS } from '../../src/domain/mail.ts';
import { DEFAULT_CHOICES } from '../../src/domain/messages.ts';
import { paths } from '../../src/domain/paths.ts';
import { PARTIES } from '../../src/domain/shipment.ts';
import type { Executor } from '../base/database/client.ts';
import { mails } from '../base/database/tables/mails.ts';
import { listNewStatuses } from '../bulk/store/bulk-items.ts';
import { findChoices, findChoicesOfParties, saveChoices } from '../choices/store/message-choices.ts';
import type { Services } from '../context/context.ts';
import { inUnitOfWork } from '../context/unit-of-work.ts';
import { findMail, MOST_SHARED, type StoredMail, storedColumns } from '../mail/store/mails.ts';
import { findShopsAt } from '../people/store/shops.ts';
import { findUser } from '../people/store/users.ts';
import { deleteReportReader } from '../reports/store/report-readers.ts';
import { findShipment, type ShipmentRow } from '../shipments/store/shipments.ts';

/** All others come whatever a person chooses. */
const CHOSEN: readonly MailKind[] = [
  ...REPORT_KINDS,
  'status-changed',
  'status-summary',
  'arrived',
  'two-stops',
  'delivery-attempted',
  'delivery-corrected',
  'delivery-proof',
];
export const STOP_PATH = '/v1/emails/stop';
/** The link works as long as we have the email. */
const expiresAt = Number.MAX_SAFE_INTEGER;
const aboutOf = (id: string) => `stop.${id}`;

/** For the mail program (RFC 8058); null if the email always comes. */
export function stopLinkOf(
  { environment, secrets }: Pick<Services, 'environment' | 'secrets'>,
  { id, kind, digestAt }: Pick<StoredMail, 'id' | 'kind' | 'digestAt'>,
): string | null {
  if (!CHOSEN.includes(kind) && !digestAt) return null;
  return new URL(`${STOP_PATH}/${id}/${secrets.signLink(aboutOf(id), expiresAt)}`, environment.PUBLIC_URL).href;
}

interface StopLink {
  id: string;
  signature: string;
}

export const isStopLink = ({ secrets }: Pick<Services, 'secrets'>, { id, signature }: StopLink): boolean =>
  secrets.isLinkFor(aboutOf(id), { expiresAt, signature }, Date.now());

/** Lists what one email says, which is itself and what was sent with it. */
async function listTogether(executor: Executor, mail: StoredMail): Promise<StoredMail[]> {
  const rows = await executor
    .select(storedColumns)
    .from(mails)
    .where(and(eq(mails.receiver, mail.receiver), or(eq(mails.id, mail.id), eq(mails.listedIn, mail.id))))
    .orderBy(mails.id)
    .limit(MOST_SHARED);
  return rows as StoredMail[];
}

async function listShipments(executor: Executor, mail: StoredMail | null): Promise<ShipmentRow[]> {
  if (!mail) return [];
  const { about, receiver } = mail;
  if ('bulkId' in about && !('shipmentId' in about))
    return (await listNewStatuses(executor, about.bulkId, { receiver })).map(({ shipment }) => shipment);
  const shipments: ShipmentRow[] = [];
  for (const one of await listTogether(executor, mail)) {
    const shipment = 'shipmentId' in one.about ? await findShipment(executor, one.about.shipmentId) : null;
    if (shipment) shipments.push(shipment);
  }
  return shipments;
}

/** Its receiver gets no more emails about its parcels, except those that always come. */
export async function stopEmails(services: Services, id: string, requestId: string): Promise<void> {
  const order = { services, actor: null, procedure: 'message.saveChoices' as const, requestId };
  await inUnitOfWork(order, async ({ tx }) => {
    const mail = await findMail(tx, id);
    if (mail && isReport(mail)) {
      const { userId } = mail.about;
      if ((await findUser(tx, userId))?.email === mail.receiver) await deleteReportReader(tx, mail.kind, userId);
      return;
    }
    const [shop] = mail?.digestAt ? await findShopsAt(tx, [mail.receiver]) : [];
    if (shop) {
      const chosen = (await findChoices(tx, { userId: shop.id })) ?? DEFAULT_CHOICES;
      return saveChoices(tx, { userId: shop.id }, { ...chosen, mail: [] });
    }
    const shipments = await listShipments(tx, mail);
    const choicesOf = await findChoicesOfParties(tx, shipments);
    // A corrected address is somebody else’s.
    for (const shipment of shipments)
      for (const party of PARTIES.filter((side) => shipment[`${side}Email`] === mail?.receiver))
        await saveChoices(tx, { shipmentId: shipment.id, party }, { ...choicesOf(shipment, party), mail: [] });
  });
}

export async function findChoicesPage({ db }: Services, id: string): Promise<string> {
  const mail = await findMail(db, id);
  if (mail && isReport(mail)) return mail.kind === 'day-sheet' ? paths.daySheet() : paths.shopReport();
  if (mail?.digestAt) return paths.profile();
  const [only, ...others] = await listShipments(db, mail);
  return only && others.length === 0 ? paths.trackedShipment(only.trackingId, { view: 'messages' }) : paths.track();
}
