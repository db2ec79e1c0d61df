import { paths } from '../../src/domain/paths.ts';
import { rolesOf } from '../../src/domain/roles.ts';
import {
  COLLEAGUE_INVITATION_LIFE,
  INVITATION_LIFE,
  RESET_TOKEN_LIFE,
  VERIFY_TOKEN_LIFE,
} from '../../src/domain/session.ts';
import type { User } from '../../src/domain/user.ts';
import { findUndoableChangeFrom, HELD_ADDRESS_MS } from '../auth/store/email-changes.ts';
import { isDeactivated } from '../people/store/user-rights.ts';
import { createLinkToken } from './create-link-token.ts';
import {
  type Dependencies,
  type Drafts,
  findReceiver,
  greet,
  linkTo,
  type MailDraft,
  siteOf,
  withoutSecret,
} from './draft-parts.ts';
import { composeMail, greeting, type Letter, type Site } from './letters/letter.ts';
import { formatTime } from './letters/shipment-mails.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

interface LinkMail {
  receiver: string;
  about: { userId: string };
}

/** Has a link that sets a password; `why` follows how long it works. */
const passwordMail =
  (
    write: (site: Site, user: User) => Pick<Letter, 'subject' | 'paragraphs'> & { label: string; why: string },
    life: number,
  ) =>
  async (dependencies: Dependencies, mail: LinkMail): Promise<MailDraft | null> => {
    const user = await findReceiver(dependencies, mail.about.userId, mail);
    if (!user || (await isDeactivated(dependencies.db, user.id))) return null;
    const site = siteOf(dependencies);
    const { label, why, ...letter } = write(site, user);
    const lasts = life < HOUR ? `${life / MINUTE} minutes` : `${life / HOUR} hours`;
    return {
      render: (token) =>
        composeMail(site, {
          ...letter,
          // Anyone can register any name.
          greeting: greet(user),
          action: { label, link: linkTo(dependencies, paths.resetPassword({ token })) },
          closing: `The link works once, for ${lasts}. ${why}`,
        }),
      secret: () => createLinkToken(dependencies, { purpose: 'reset', life, userId: user.id, email: user.email }),
    };
  };

const addressTaken = passwordMail(
  (site) => ({
    subject: `You already have a ${site.name} account`,
    paragraphs: [
      'Someone tried to create an account with this address, but you already have one. If it was you, log in or set a new password.',
    ],
    label: 'Set a new password',
    why: 'If it wasn’t you, no action is needed. Nothing has changed.',
  }),
  RESET_TOKEN_LIFE,
);

/** To an address that an account has left, but may still get back. */
async function draftAddressHeld(dependencies: Dependencies, { receiver, about }: LinkMail): Promise<MailDraft | null> {
  const change = await findUndoableChangeFrom(dependencies.db, about.userId, receiver);
  if (!change?.confirmedAt) return null;
  const site = siteOf(dependencies);
  const until = formatTime(site, new Date(change.confirmedAt.getTime() + HELD_ADDRESS_MS));
  return withoutSecret(
    composeMail(site, {
      subject: `Your new ${site.name} account`,
      greeting: greeting(''),
      paragraphs: [
        `Someone tried to create an account with this address. An account that had it until recently can still get it back, so it can’t have another account until ${until}.`,
        'If it was you, try again after that.',
      ],
      closing: 'If it wasn’t you, no action is needed. Nothing has changed.',
    }),
  );
}

export const ACCOUNT_MAILS: Drafts<
  'verify-email' | 'address-taken' | 'reset-password' | 'set-password' | 'invitation'
> = {
  async 'verify-email'(dependencies, mail) {
    const user = await findReceiver(dependencies, mail.about.userId, mail);
    if (!user || user.verified) return null;
    const site = siteOf(dependencies);
    const link = { purpose: 'verify', life: VERIFY_TOKEN_LIFE, userId: user.id, email: user.email } as const;
    return {
      render: (token) =>
        composeMail(site, {
          subject: `Verify your ${site.name} account`,
          greeting: greeting(''),
          paragraphs: ['Open this link to verify your email address. Then you can use your account.'],
          action: { label: 'Verify account', link: linkTo(dependencies, paths.verifyEmail({ token })) },
          closing: `The link works once, for ${VERIFY_TOKEN_LIFE / HOUR} hours. If you didn’t create this account, ignore this email, or open the link and choose "Not you?" to make the account yours.`,
        }),
      secret: () => createLinkToken(dependencies, link),
    };
  },

  'address-taken': async (dependencies, mail) =>
    (await addressTaken(dependencies, mail)) ?? draftAddressHeld(dependencies, mail),

  'reset-password': passwordMail(
    (site) => ({
      subject: `Reset your ${site.name} password`,
      paragraphs: ['Open this link to choose a new password.'],
      label: 'Reset password',
      why: 'If you didn’t request it, you can ignore this email.',
    }),
    RESET_TOKEN_LIFE,
  ),

  'set-password': passwordMail(
    (site) => ({
      subject: `Set your ${site.name} password`,
      paragraphs: [`A ${site.name} account has been created for you. Choose a password to log in.`],
      label: 'Set password',
      why: 'If you weren’t expecting it, you can ignore this email.',
    }),
    INVITATION_LIFE,
  ),

  invitation: passwordMail(
    (site, user) => ({
      subject: `Join ${site.name}`,
      paragraphs: [
        `You have been invited to ${site.name} as ${rolesOf(user).join(' and ')}. Open this link to set your name and a password.`,
      ],
      label: 'Join',
      why: `After that, ask for another invitation. If you weren’t expecting it, you can ignore this email.`,
    }),
    COLLEAGUE_INVITATION_LIFE,
  ),
};
