import { paths } from '../../src/domain/paths.ts';
import { RESET_TOKEN_LIFE, VERIFY_TOKEN_LIFE } from '../../src/domain/session.ts';
import type { User } from '../../src/domain/user.ts';
import { newToken } from '../auth/secrets.ts';
import type { Services } from '../context.ts';
import {
  addressTakenMail,
  type MailContent,
  resetPasswordMail,
  setPasswordMail,
  shipmentCreatedMail,
  verifyEmailMail,
} from '../mail/templates.ts';
import type { MailSubjects, StoredMail } from '../stores/mails.ts';
import { insertOneTimeToken, type TokenPurpose } from '../stores/one-time-tokens.ts';
import { findShipment } from '../stores/shipments.ts';
import { findUser } from '../stores/users.ts';

type Needs = Pick<Services, 'db' | 'secrets' | 'environment'>;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * The words of a queued mail, with the code or the fresh token that only the mail itself may carry. Null where whom or
 * what it is about is gone meanwhile, or a person's address is another one now.
 */
export async function composeMail(needs: Needs, mail: StoredMail): Promise<MailContent | null> {
  if (mail.kind === 'shipment-created') return shipmentCreated(needs, mail.receiver, mail.about);
  const user = await findUser(needs.db, mail.about.userId);
  if (!user || user.email !== mail.receiver) return null;
  const site = siteOf(needs);
  const { firstName: name } = user;
  switch (mail.kind) {
    case 'verify-email':
      return verifyEmailMail(site, {
        name,
        link: link(needs, paths.verifyEmail({ token: await mintToken(needs, 'verify', user) })),
        hours: VERIFY_TOKEN_LIFE / HOUR,
      });
    case 'address-taken':
      return addressTakenMail(site, { name, link: link(needs, paths.resetPassword()) });
    case 'set-password':
    case 'reset-password': {
      const about = {
        name,
        link: link(needs, paths.resetPassword({ token: await mintToken(needs, 'reset', user) })),
        minutes: RESET_TOKEN_LIFE / MINUTE,
      };
      return mail.kind === 'set-password' ? setPasswordMail(site, about) : resetPasswordMail(site, about);
    }
  }
}

async function shipmentCreated(
  needs: Needs,
  receiver: string,
  { shipmentId, party }: MailSubjects['shipment-created'],
): Promise<MailContent | null> {
  const shipment = await findShipment(needs.db, shipmentId);
  if (!shipment) return null;
  const isSender = party === 'sender';
  // An address that was corrected meanwhile: the code is not for whoever has the old one.
  if (receiver !== (isSender ? shipment.senderEmail : shipment.receiverEmail)) return null;
  return shipmentCreatedMail(siteOf(needs), {
    party,
    name: isSender ? shipment.senderName : shipment.receiverName,
    other: isSender ? shipment.receiverName : shipment.senderName,
    description: shipment.description,
    trackingId: shipment.trackingId,
    code: needs.secrets.decryptCode(isSender ? shipment.senderCode : shipment.receiverCode),
    link: link(needs, paths.trackedShipment(shipment.trackingId)),
  });
}

/** Links are built from the configured address, never from what a request says it was sent to. */
const link = ({ environment }: Needs, path: string) => new URL(path, environment.PUBLIC_URL).href;

const siteOf = ({ environment }: Needs) => ({
  name: environment.SITE_NAME,
  support: `support@${environment.SITE_DOMAIN}`,
});

async function mintToken({ db }: Needs, purpose: TokenPurpose, user: User): Promise<string> {
  const { token, hash } = newToken();
  const life = purpose === 'verify' ? VERIFY_TOKEN_LIFE : RESET_TOKEN_LIFE;
  await insertOneTimeToken(db, { purpose, tokenHash: hash, userId: user.id, email: user.email, life });
  return token;
}
