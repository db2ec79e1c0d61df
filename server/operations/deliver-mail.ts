import { paths } from '../../src/domain/paths.ts';
import { RESET_TOKEN_LIFE } from '../../src/domain/session.ts';
import { newToken } from '../auth/secrets.ts';
import type { Services } from '../context.ts';
import { type MailContent, setPasswordMail, shipmentCreatedMail } from '../mail/templates.ts';
import type { MailTransport } from '../mail/transport.ts';
import { findMail, markMailAttempt, markMailSent, type StoredMail } from '../stores/mails.ts';
import { insertOneTimeToken } from '../stores/one-time-tokens.ts';
import { findShipment } from '../stores/shipments.ts';
import { findUser } from '../stores/users.ts';

/**
 * Sends one queued mail, at least once and always under the same Message-ID. Private codes and link tokens are put in
 * here and are never stored in the queue. A mail whose shipment or person is gone meanwhile is not sent any more.
 * Throws what the transport throws, so that the queue tries again; the last failure marks the mail as failed.
 */
export async function deliverMail(
  services: Pick<Services, 'db' | 'secrets' | 'environment'>,
  transport: MailTransport,
  mailId: string,
  attempt: { last: boolean },
): Promise<void> {
  const mail = await findMail(services.db, mailId);
  if (!mail || mail.state === 'sent') return;
  try {
    const content = await contentOf(services, mail);
    if (content) await transport.send({ id: mail.id, to: mail.receiver, ...content });
    await markMailSent(services.db, mail.id);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    await markMailAttempt(services.db, mail.id, { message, last: attempt.last });
    throw error;
  }
}

async function contentOf(
  { db, secrets, environment }: Pick<Services, 'db' | 'secrets' | 'environment'>,
  mail: StoredMail,
): Promise<MailContent | null> {
  const link = (path: string) => new URL(path, environment.PUBLIC_URL).href;
  const site = { name: environment.SITE_NAME, support: `support@${environment.SITE_DOMAIN}` };
  switch (mail.kind) {
    case 'shipment-created': {
      const shipment = await findShipment(db, mail.about.shipmentId);
      if (!shipment) return null;
      const isSender = mail.about.party === 'sender';
      return shipmentCreatedMail(site, {
        party: mail.about.party,
        name: isSender ? shipment.senderName : shipment.receiverName,
        other: isSender ? shipment.receiverName : shipment.senderName,
        description: shipment.description,
        trackingId: shipment.trackingId,
        code: secrets.decryptCode(isSender ? shipment.senderCode : shipment.receiverCode),
        link: link(paths.trackedShipment(shipment.trackingId)),
      });
    }
    case 'set-password': {
      const user = await findUser(db, mail.about.userId);
      if (!user || user.email !== mail.receiver) return null;
      const { token, hash } = newToken();
      await insertOneTimeToken(db, {
        purpose: 'reset',
        tokenHash: hash,
        userId: user.id,
        email: user.email,
        life: RESET_TOKEN_LIFE,
      });
      return setPasswordMail(site, { link: link(paths.resetPassword({ token })), minutes: RESET_TOKEN_LIFE / 60_000 });
    }
  }
}
