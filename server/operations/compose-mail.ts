import { paths } from '../../src/domain/paths.ts';
import { RESET_TOKEN_LIFE, VERIFY_TOKEN_LIFE } from '../../src/domain/session.ts';
import type { User } from '../../src/domain/user.ts';
import { newToken } from '../auth/secrets.ts';
import type { Services } from '../context.ts';
import type { MailContent } from '../mail/letter.ts';
import {
  addressTakenMail,
  messageMail,
  paymentRequiredMail,
  resetPasswordMail,
  setPasswordMail,
  shipmentCreatedMail,
  statusChangedMail,
  verifyEmailMail,
} from '../mail/templates.ts';
import { findBill } from '../stores/bills.ts';
import type { Party, StoredMail } from '../stores/mails.ts';
import { insertOneTimeToken, type TokenPurpose } from '../stores/one-time-tokens.ts';
import { findShipment, type ShipmentRow } from '../stores/shipments.ts';
import { findUser } from '../stores/users.ts';

type Needs = Pick<Services, 'db' | 'secrets' | 'environment'>;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * The words of a queued mail, with the code or the fresh token that only the mail itself may carry. Null where whom or
 * what it is about is gone meanwhile, or a person's address is another one now.
 */
export async function composeMail(needs: Needs, mail: StoredMail): Promise<MailContent | null> {
  switch (mail.kind) {
    case 'message':
      return messageMail(siteOf(needs), mail.about);
    case 'shipment-created':
    case 'status-changed':
    case 'payment-required':
      return aboutShipment(needs, mail);
    default:
      return aboutAccount(needs, mail);
  }
}

type MailOf<Kind extends StoredMail['kind']> = StoredMail & { kind: Kind };

async function aboutShipment(
  needs: Needs,
  mail: MailOf<'shipment-created' | 'status-changed' | 'payment-required'>,
): Promise<MailContent | null> {
  const bill = mail.kind === 'payment-required' ? await findBill(needs.db, mail.about.billId) : null;
  const shipmentId = mail.kind === 'payment-required' ? bill?.shipmentId : mail.about.shipmentId;
  const shipment = shipmentId ? await findShipment(needs.db, shipmentId) : null;
  if (!shipment) return null;
  const [to, other] = sidesOf(shipment, mail.about.party);
  // An address that was corrected meanwhile: the shipment is no matter of whoever has the old one.
  if (mail.receiver !== to.email) return null;
  const site = siteOf(needs);
  const about = {
    name: to.name,
    description: shipment.description,
    trackingId: shipment.trackingId,
    link: link(needs, paths.trackedShipment(shipment.trackingId)),
  };
  switch (mail.kind) {
    case 'shipment-created': {
      const code = needs.secrets.decryptCode(to.code);
      return shipmentCreatedMail(site, { ...about, party: mail.about.party, other: other.name, code });
    }
    case 'status-changed': {
      const { status, occurredAt } = mail.about;
      return statusChangedMail(site, { ...about, status, when: new Date(occurredAt) });
    }
    case 'payment-required':
      return bill && paymentRequiredMail(site, { ...about, amount: bill.amount, summary: bill.summary });
  }
}

/** The two sides of a shipment: the one a mail is for, and the other. */
function sidesOf(shipment: ShipmentRow, party: Party) {
  const sender = { name: shipment.senderName, email: shipment.senderEmail, code: shipment.senderCode };
  const receiver = { name: shipment.receiverName, email: shipment.receiverEmail, code: shipment.receiverCode };
  return party === 'sender' ? ([sender, receiver] as const) : ([receiver, sender] as const);
}

async function aboutAccount(
  needs: Needs,
  mail: MailOf<'verify-email' | 'address-taken' | 'set-password' | 'reset-password'>,
): Promise<MailContent | null> {
  const user = await findUser(needs.db, mail.about.userId);
  if (!user || user.email !== mail.receiver) return null;
  const site = siteOf(needs);
  // Anyone can register an address under any name, so only a verified person is greeted by name.
  const name = user.verified ? user.firstName : '';
  switch (mail.kind) {
    case 'verify-email':
      if (user.verified) return null;
      return verifyEmailMail(site, {
        link: link(needs, paths.verifyEmail({ token: await mintToken(needs, 'verify', user) })),
        hours: VERIFY_TOKEN_LIFE / HOUR,
      });
    case 'address-taken':
    case 'set-password':
    case 'reset-password': {
      const about = {
        name,
        link: link(needs, paths.resetPassword({ token: await mintToken(needs, 'reset', user) })),
        minutes: RESET_TOKEN_LIFE / MINUTE,
      };
      return LETTERS[mail.kind](site, about);
    }
  }
}

/** The emails with a link to set a password. */
const LETTERS = {
  'address-taken': addressTakenMail,
  'set-password': setPasswordMail,
  'reset-password': resetPasswordMail,
};

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
