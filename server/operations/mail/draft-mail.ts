import { fromCents } from '../../../src/domain/money.ts';
import { paths } from '../../../src/domain/paths.ts';
import { RESET_TOKEN_LIFE, VERIFY_TOKEN_LIFE } from '../../../src/domain/session.ts';
import type { Party } from '../../../src/domain/shipment.ts';
import type { User } from '../../../src/domain/user.ts';
import { createToken } from '../../auth/secrets.ts';
import type { Services } from '../../context/context.ts';
import type { Executor } from '../../database/client.ts';
import { addressTakenMail, resetPasswordMail, setPasswordMail, verifyEmailMail } from '../../mail/account-mails.ts';
import type { MailContent } from '../../mail/letter.ts';
import { messageMail } from '../../mail/message-mail.ts';
import { paymentRequiredMail, withdrawalMail } from '../../mail/money-mails.ts';
import { codeReplacedMail, shipmentCreatedMail } from '../../mail/shipment-mails.ts';
import { deliveryAttemptMail, statusChangedMail } from '../../mail/status-mails.ts';
import { insertOneTimeToken, type TokenPurpose } from '../../stores/auth/one-time-tokens.ts';
import type { StoredMail } from '../../stores/mail/mails.ts';
import { findBill } from '../../stores/money/bills.ts';
import { findTransaction } from '../../stores/money/transactions.ts';
import { findShipment, type ShipmentRow } from '../../stores/shipments/shipments.ts';
import { findUser } from '../../stores/users/users.ts';

interface Dependencies extends Pick<Services, 'secrets' | 'environment'> {
  db: Executor;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Replaces a private code or a link's token for readers who must not see it. */
export const MASKED_SECRET = '*'.repeat(12);

/** A mail worth sending, without the code or token that only the sent email may contain. */
export interface MailDraft {
  render(secret: string): MailContent;
  /** The code, or a newly created token; empty if the mail needs neither. */
  secret(): string | Promise<string>;
}

/** Null if the recipient or the subject no longer exists, or the user's address has changed. */
export async function draftMail(dependencies: Dependencies, mail: StoredMail): Promise<MailDraft | null> {
  switch (mail.kind) {
    case 'message':
      return withoutSecret(messageMail(siteOf(dependencies), mail.about));
    case 'shipment-created':
    case 'code-replaced':
    case 'status-changed':
    case 'delivery-attempted':
    case 'delivery-corrected':
      return draftShipmentMail(dependencies, mail);
    case 'payment-required':
      return draftBillMail(dependencies, mail);
    case 'withdrawal':
      return draftWithdrawalMail(dependencies, mail);
    default:
      return draftAccountMail(dependencies, mail);
  }
}

const withoutSecret = (content: MailContent): MailDraft => ({ render: () => content, secret: () => '' });

type MailOf<Kind extends StoredMail['kind']> = StoredMail & { kind: Kind };

async function draftShipmentMail(
  dependencies: Dependencies,
  mail: MailOf<'shipment-created' | 'code-replaced' | 'status-changed' | 'delivery-attempted' | 'delivery-corrected'>,
): Promise<MailDraft | null> {
  const shipment = await findShipment(dependencies.db, mail.about.shipmentId);
  if (!shipment) return null;
  const { party } = mail.about;
  const [to, other] = sidesOf(shipment, party);
  // The address was corrected, so the shipment is no concern of the old one.
  if (mail.receiver !== to.email) return null;
  const site = siteOf(dependencies);
  const about = { ...shipmentFacts(dependencies, shipment), name: to.name };
  if (mail.kind === 'status-changed') {
    const { status, occurredAt } = mail.about;
    return withoutSecret(statusChangedMail(site, { ...about, status, when: new Date(occurredAt) }));
  }
  if (mail.kind === 'delivery-attempted' || mail.kind === 'delivery-corrected') {
    const { reason, occurredAt } = mail.about;
    return withoutSecret(deliveryAttemptMail(site, { ...about, kind: mail.kind, reason, when: new Date(occurredAt) }));
  }
  const write = mail.kind === 'shipment-created' ? shipmentCreatedMail : codeReplacedMail;
  return {
    render: (code) => write(site, { ...about, party, other: other.name, code }),
    secret: () => dependencies.secrets.decryptCode(to.code),
  };
}

/** The two sides of a shipment: the recipient's, and the other. */
function sidesOf(shipment: ShipmentRow, party: Party) {
  const sender = { name: shipment.senderName, email: shipment.senderEmail, code: shipment.senderCode };
  const receiver = { name: shipment.receiverName, email: shipment.receiverEmail, code: shipment.receiverCode };
  return party === 'sender' ? ([sender, receiver] as const) : ([receiver, sender] as const);
}

const shipmentFacts = (dependencies: Dependencies, { description, trackingId }: ShipmentRow) => ({
  description,
  trackingId,
  link: link(dependencies, paths.trackedShipment(trackingId)),
});

async function draftBillMail(dependencies: Dependencies, mail: MailOf<'payment-required'>): Promise<MailDraft | null> {
  const bill = await findBill(dependencies.db, mail.about.billId);
  const payer = bill && (await findReceiver(dependencies, bill.userId, mail));
  const shipment = bill && (await findShipment(dependencies.db, bill.shipmentId));
  if (!payer || !shipment) return null;
  const { amount, summary } = bill;
  const about = { ...shipmentFacts(dependencies, shipment), name: payer.firstName, amount, summary };
  return withoutSecret(paymentRequiredMail(siteOf(dependencies), about));
}

async function draftWithdrawalMail(dependencies: Dependencies, mail: MailOf<'withdrawal'>): Promise<MailDraft | null> {
  const transaction = await findTransaction(dependencies.db, mail.about.transactionId);
  // A withdrawal that has since been settled or corrected has its own mail.
  if (transaction?.status !== mail.about.status) return null;
  const person = await findReceiver(dependencies, transaction.userId, mail);
  if (!person) return null;
  const { status, amountCents, summary, payout } = transaction;
  return withoutSecret(
    withdrawalMail(siteOf(dependencies), {
      name: person.firstName,
      status,
      amount: fromCents(amountCents),
      summary,
      bankName: payout?.bankName ?? '',
      link: link(dependencies, paths.account()),
    }),
  );
}

/** The user that a mail is for, unless deleted or no longer at this address. */
async function findReceiver(
  dependencies: Dependencies,
  userId: string,
  { receiver }: StoredMail,
): Promise<User | null> {
  const user = await findUser(dependencies.db, userId);
  return user?.email === receiver ? user : null;
}

async function draftAccountMail(
  dependencies: Dependencies,
  mail: MailOf<'verify-email' | 'address-taken' | 'set-password' | 'reset-password'>,
): Promise<MailDraft | null> {
  const user = await findReceiver(dependencies, mail.about.userId, mail);
  if (!user) return null;
  const site = siteOf(dependencies);
  if (mail.kind === 'verify-email') {
    if (user.verified) return null;
    return {
      render: (token) =>
        verifyEmailMail(site, {
          link: link(dependencies, paths.verifyEmail({ token })),
          hours: VERIFY_TOKEN_LIFE / HOUR,
        }),
      secret: () => createLinkToken(dependencies, 'verify', user),
    };
  }
  const write = PASSWORD_MAILS[mail.kind];
  // Anyone can register an address under any name, so only verified users are greeted by name.
  const about = { name: user.verified ? user.firstName : '', minutes: RESET_TOKEN_LIFE / MINUTE };
  return {
    render: (token) => write(site, { ...about, link: link(dependencies, paths.resetPassword({ token })) }),
    secret: () => createLinkToken(dependencies, 'reset', user),
  };
}

/** The emails with a link to set a password. */
const PASSWORD_MAILS = {
  'address-taken': addressTakenMail,
  'set-password': setPasswordMail,
  'reset-password': resetPasswordMail,
};

/** Links use the configured address, never the host that a request claims. */
const link = ({ environment }: Dependencies, path: string) => new URL(path, environment.PUBLIC_URL).href;

const siteOf = ({ environment }: Dependencies) => ({
  name: environment.SITE_NAME,
  support: `support@${environment.SITE_DOMAIN}`,
});

async function createLinkToken({ db }: Dependencies, purpose: TokenPurpose, user: User): Promise<string> {
  const { token, hash } = createToken();
  const life = purpose === 'verify' ? VERIFY_TOKEN_LIFE : RESET_TOKEN_LIFE;
  await insertOneTimeToken(db, { purpose, tokenHash: hash, userId: user.id, email: user.email, life });
  return token;
}
