import { and, desc, eq, ne, sql } from 'drizzle-orm';
import type { MailKind, MailSubjects } from '../../src/domain/mail.ts';
import { kindOf, type MessagePreview, type Preview, statusOf, textOf } from '../../src/domain/message-preview.ts';
import { may } from '../../src/domain/roles.ts';
import type { ShipmentStatus } from '../../src/domain/shipment-status.ts';
import type { Executor } from '../base/database/client.ts';
import { mails } from '../base/database/tables/mails.ts';
import { shipments } from '../base/database/tables/shipments.ts';
import type { Services } from '../context/context.ts';
import { previewText } from '../messages/sms-sentences.ts';
import { findUser } from '../people/store/users.ts';
import { isNotDeleted, type ShipmentRow } from '../shipments/store/shipments.ts';
import { draftMail } from './draft-mail.ts';
import { MASKED_SECRET } from './draft-parts.ts';
import type { MailContent } from './letters/letter.ts';
import { type StoredMail, storedColumns } from './store/mails.ts';

const LINK_LIFE_MS = 10 * 60_000;

export interface Previewed {
  message: Preview;
  userId: string;
}

/** Signed for who asks: no frame sends a session. */
export const previewPath = (message: string, userId: string, expiresAt: string | number, signature: string) =>
  `/v1/emails/preview/${message}/${userId}/${expiresAt}/${signature}`;
const aboutOf = ({ message, userId }: Previewed) => `preview.${message}.${userId}`;

export const isPreviewLink = (
  { secrets }: Pick<Services, 'secrets'>,
  { expiresAt, signature, ...previewed }: Previewed & { expiresAt: number; signature: string },
): boolean => secrets.isLinkFor(aboutOf(previewed), { expiresAt, signature }, Date.now());

/** Shows an event's message with the newest parcel or account that had the event, or else with another. */
export async function previewMessage(services: Services, userId: string, message: Preview): Promise<MessagePreview> {
  const mail = await renderExample(services, { message, userId });
  const expiresAt = Date.now() + LINK_LIFE_MS;
  const signature = services.secrets.signLink(aboutOf({ message, userId }), expiresAt);
  const event = textOf(message);
  return {
    mail: mail && {
      receiver: mail.receiver,
      subject: mail.subject,
      text: mail.text,
      page: previewPath(message, userId, expiresAt, signature),
    },
    sms: event ? previewText(services, event) : null,
  };
}

/** Renders a preview for its link, while the manager it was made for may see previews. */
export async function openPreview(services: Services, previewed: Previewed): Promise<MailContent | null> {
  const person = await findUser(services.db, previewed.userId);
  return person && may(person, 'mail.preview') ? renderExample(services, previewed) : null;
}

async function renderExample(
  services: Services,
  previewed: Previewed,
): Promise<(MailContent & { receiver: string }) | null> {
  for (const mail of await listExamples(services, previewed)) {
    const content = (await draftMail(services, mail))?.render(MASKED_SECRET);
    if (content) return { ...content, receiver: mail.receiver };
  }
  return null;
}

const MAX_LOOKED_AT = 20_000;

/** Some of the newest of a kind that still have a receiver, or of a status. */
async function listNewestMails(
  executor: Executor,
  { kind, status }: { kind: MailKind; status: ShipmentStatus | undefined },
): Promise<StoredMail[]> {
  const newest = executor
    .select(storedColumns)
    .from(mails)
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(MAX_LOOKED_AT)
    .as('newest');
  const rows = await executor
    .select()
    .from(newest)
    .where(and(eq(newest.kind, kind), ne(newest.receiver, ''), status && sql`${newest.about}->>'status' = ${status}`))
    .limit(5);
  return rows as StoredMail[];
}

async function findNewestShipment(executor: Executor, status?: ShipmentStatus): Promise<ShipmentRow | null> {
  const isOne = and(isNotDeleted, status && eq(shipments.status, status));
  const [row] = await executor
    .select()
    .from(shipments)
    .where(isOne)
    .orderBy(desc(shipments.createdAt), desc(shipments.id))
    .limit(1);
  return row ?? null;
}

async function listExamples({ db }: Services, { message, userId }: Previewed): Promise<StoredMail[]> {
  const status = statusOf(message);
  const kind = status ? 'status-changed' : kindOf(message);
  if (!kind) return [];
  const sent = await listNewestMails(db, { kind, status });
  const had = kind === 'delivery-proof' ? 'delivered' : status;
  const shipment = (had && (await findNewestShipment(db, had))) ?? (await findNewestShipment(db));
  const parcel = shipment && { shipmentId: shipment.id, party: 'receiver' as const };
  const occurredAt = new Date().toISOString();
  const visit = parcel && { ...parcel, reason: 'consignee_not_home' as const, occurredAt };
  const account = { userId };
  const factor = { userId, factor: 'authenticator' as const, name: '', at: occurredAt };
  const abouts: { [Kind in MailKind]?: MailSubjects[Kind] | null } = {
    'shipment-created': parcel,
    'code-replaced': parcel,
    'contact-changed': parcel,
    'code-mismatch': parcel,
    'delivery-proof': parcel,
    'delivery-attempted': visit,
    'delivery-corrected': visit,
    'status-changed': parcel && status && { ...parcel, status, occurredAt },
    'return-declined': parcel && { ...parcel, reason: '' },
    'set-password': account,
    invitation: account,
    'address-taken': account,
    'reset-password': account,
    'change-email-taken': account,
    'password-changed': { userId, at: occurredAt },
    'factor-added': factor,
    'factor-removed': factor,
  };
  const about = abouts[kind];
  const receiver = about && ('userId' in about ? (await findUser(db, userId))?.email : shipment?.receiverEmail);
  return about && receiver
    ? [...sent, { id: '', state: 'queued', deliveries: 1, kind, receiver, about } as StoredMail]
    : sent;
}
