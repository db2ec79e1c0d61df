import { fromCents } from '../../../src/domain/money.ts';
import { paths } from '../../../src/domain/paths.ts';
import { INVITATION_LIFE, RESET_TOKEN_LIFE, VERIFY_TOKEN_LIFE } from '../../../src/domain/session.ts';
import { addressTakenMail, resetPasswordMail, setPasswordMail, verifyEmailMail } from '../../mail/account-mails.ts';
import { withdrawalMail } from '../../mail/money-mails.ts';
import { addressHeldMail } from '../../mail/security-mails.ts';
import { formatTime } from '../../mail/shipment-mails.ts';
import { findUndoableChangeFrom, HELD_ADDRESS_MS } from '../../stores/auth/email-changes.ts';
import { findTransaction } from '../../stores/money/transactions.ts';
import { createLinkToken } from './create-link-token.ts';
import {
  type Dependencies,
  findReceiver,
  linkTo,
  type MailDraft,
  type MailOf,
  siteOf,
  withoutSecret,
} from './draft-parts.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export async function draftWithdrawalMail(
  dependencies: Dependencies,
  mail: MailOf<'withdrawal'>,
): Promise<MailDraft | null> {
  const transaction = await findTransaction(dependencies.db, mail.about.transactionId);
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
      link: linkTo(dependencies, paths.account()),
    }),
  );
}

export async function draftAccountMail(
  dependencies: Dependencies,
  mail: MailOf<'verify-email' | 'address-taken' | 'set-password' | 'reset-password'>,
): Promise<MailDraft | null> {
  const user = await findReceiver(dependencies, mail.about.userId, mail);
  if (!user) return mail.kind === 'address-taken' ? draftAddressHeldMail(dependencies, mail) : null;
  const site = siteOf(dependencies);
  const linkOf = (purpose: 'verify' | 'reset', life: number) => () =>
    createLinkToken(dependencies, { purpose, life, userId: user.id, email: user.email });
  if (mail.kind === 'verify-email') {
    if (user.verified) return null;
    return {
      render: (token) =>
        verifyEmailMail(site, {
          link: linkTo(dependencies, paths.verifyEmail({ token })),
          hours: VERIFY_TOKEN_LIFE / HOUR,
        }),
      secret: linkOf('verify', VERIFY_TOKEN_LIFE),
    };
  }
  const write = PASSWORD_MAILS[mail.kind];
  const life = mail.kind === 'set-password' ? INVITATION_LIFE : RESET_TOKEN_LIFE;
  // Anyone can register any name.
  const about = { name: user.verified ? user.firstName : '', minutes: life / MINUTE };
  return {
    render: (token) => write(site, { ...about, link: linkTo(dependencies, paths.resetPassword({ token })) }),
    secret: linkOf('reset', life),
  };
}

/** To an address that an account has left, but may still get back. */
async function draftAddressHeldMail(
  dependencies: Dependencies,
  { receiver, about: { userId } }: MailOf<'address-taken'>,
): Promise<MailDraft | null> {
  const change = await findUndoableChangeFrom(dependencies.db, userId, receiver);
  if (!change?.confirmedAt) return null;
  const site = siteOf(dependencies);
  const until = new Date(change.confirmedAt.getTime() + HELD_ADDRESS_MS);
  return withoutSecret(addressHeldMail(site, { until: formatTime(site, until) }));
}

const PASSWORD_MAILS = {
  'address-taken': addressTakenMail,
  'set-password': setPasswordMail,
  'reset-password': resetPasswordMail,
};
