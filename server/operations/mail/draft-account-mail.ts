import { fromCents } from '../../../src/domain/money.ts';
import { paths } from '../../../src/domain/paths.ts';
import { RESET_TOKEN_LIFE, VERIFY_TOKEN_LIFE } from '../../../src/domain/session.ts';
import type { User } from '../../../src/domain/user.ts';
import { createToken } from '../../auth/secrets.ts';
import { addressTakenMail, resetPasswordMail, setPasswordMail, verifyEmailMail } from '../../mail/account-mails.ts';
import { withdrawalMail } from '../../mail/money-mails.ts';
import { insertOneTimeToken, type TokenPurpose } from '../../stores/auth/one-time-tokens.ts';
import { findTransaction } from '../../stores/money/transactions.ts';
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

/** Drafts the email about a withdrawal; null if no longer needed. */
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

/** Drafts the email with a link; null if no longer needed. */
export async function draftAccountMail(
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
          link: linkTo(dependencies, paths.verifyEmail({ token })),
          hours: VERIFY_TOKEN_LIFE / HOUR,
        }),
      secret: () => createLinkToken(dependencies, 'verify', user),
    };
  }
  const write = PASSWORD_MAILS[mail.kind];
  // Anyone can register any name.
  const about = { name: user.verified ? user.firstName : '', minutes: RESET_TOKEN_LIFE / MINUTE };
  return {
    render: (token) => write(site, { ...about, link: linkTo(dependencies, paths.resetPassword({ token })) }),
    secret: () => createLinkToken(dependencies, 'reset', user),
  };
}

const PASSWORD_MAILS = {
  'address-taken': addressTakenMail,
  'set-password': setPasswordMail,
  'reset-password': resetPasswordMail,
};

async function createLinkToken({ db }: Dependencies, purpose: TokenPurpose, user: User): Promise<string> {
  const { token, hash } = createToken();
  const life = purpose === 'verify' ? VERIFY_TOKEN_LIFE : RESET_TOKEN_LIFE;
  await insertOneTimeToken(db, { purpose, tokenHash: hash, userId: user.id, email: user.email, life });
  return token;
}
