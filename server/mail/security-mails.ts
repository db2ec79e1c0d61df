import { formatDay } from '../../src/domain/day.ts';
import type { Factor } from '../../src/domain/mail.ts';
import { EMAIL_CHANGE_LIFE, EXPORT_LIFE, maskEmail } from '../../src/domain/own-account.ts';
import { paths } from '../../src/domain/paths.ts';
import { fullName } from '../../src/domain/user.ts';
import { findPendingEmailChange, findUndoableChangeFrom } from '../auth/store/email-changes.ts';
import { canUndoFactors } from '../factors/store/can-undo-factors.ts';
import { findFactorReset } from '../factors/store/factor-resets.ts';
import { findReadyExport } from '../own-account/store/data-exports.ts';
import { findUser } from '../people/store/users.ts';
import { createLinkToken } from './create-link-token.ts';
import { type Drafts, linkTo, siteOf } from './draft-parts.ts';
import { composeMail, greeting } from './letters/letter.ts';
import { eventMail, noticeMail } from './owner-mails.ts';

const HOUR = 60 * 60 * 1000;

const FACTORS = { passkey: 'passkey', authenticator: 'authenticator app', 'recovery-codes': 'recovery codes' };
const WAYS = 'passkeys, authenticator app and recovery codes';

const factsOf = (factorName: string, when: string): [string, string][] => [
  ...(factorName ? [['Name', factorName] satisfies [string, string]] : []),
  ['Time', when],
];

const isOne = (factor: Factor) => factor !== 'recovery-codes';

export const SECURITY_MAILS: Drafts<
  | 'change-email'
  | 'change-email-taken'
  | 'email-changed'
  | 'new-sign-in'
  | 'password-changed'
  | 'factor-added'
  | 'factor-removed'
  | 'factor-reset'
  | 'deletion-requested'
  | 'deletion-stopped'
  | 'data-ready'
> = {
  async 'change-email'(dependencies, { receiver, about: { userId } }) {
    const change = await findPendingEmailChange(dependencies.db, userId);
    if (change?.toEmail !== receiver) return null;
    const site = siteOf(dependencies);
    const link = { purpose: 'change-email', userId, email: receiver, life: EMAIL_CHANGE_LIFE } as const;
    return {
      render: (token) =>
        composeMail(site, {
          subject: `Confirm your new ${site.name} email address`,
          greeting: greeting(''),
          paragraphs: ['Open this link to use this email address for your account from now on.'],
          action: { label: 'Confirm address', link: linkTo(dependencies, paths.confirmEmail({ token })) },
          closing: `The link works once, for ${EMAIL_CHANGE_LIFE / HOUR} hours. If you didn’t ask for it, ignore this email: nothing changes.`,
        }),
      secret: () => createLinkToken(dependencies, link),
    };
  },

  'change-email-taken': noticeMail(({ site, link }) => ({
    subject: `You already have a ${site.name} account`,
    paragraphs: [
      'Someone wants to use this address for another account, but you already have an account with it. If it was you, log in to this account instead, or delete it first.',
    ],
    action: { label: 'Login', link: link(paths.login()) },
    closing: 'If it wasn’t you, no action is needed. Nothing has changed.',
  })),

  'email-changed': eventMail(
    async ({ dependencies, user, receiver, site, when }) => {
      const change = await findUndoableChangeFrom(dependencies.db, user.id, receiver);
      if (!change?.confirmedAt) return null;
      return {
        subject: `Your ${site.name} email address was changed`,
        paragraphs: ['Your account has another email address now. This one no longer belongs to it.'],
        facts: [
          ['New address', maskEmail(change.toEmail)],
          ['Time', when(change.confirmedAt)],
        ],
        effect: 'gives your account this address back, ',
      };
    },
    { isToFormer: true },
  ),

  'new-sign-in': eventMail(({ site, about: { device, network, at }, when }) => ({
    subject: `New login to your ${site.name} account`,
    paragraphs: ['Someone logged in to your account on a device that we haven’t seen before.'],
    facts: [
      ['Device', device],
      ...(network ? [['Network', network] satisfies [string, string]] : []),
      ['Time', when(at)],
    ],
  })),

  'password-changed': eventMail(({ site, about, when }) => ({
    subject: `Your ${site.name} password was changed`,
    paragraphs: ['The password of your account was changed, and all devices were logged out.'],
    facts: [['Time', when(about.at)]],
  })),

  'factor-added': eventMail(async ({ dependencies, user, site, about: { factor, name, at }, when }) => {
    const isUndone = await canUndoFactors(dependencies.db, dependencies.environment, user);
    return {
      subject: `New ${FACTORS[factor]} for your ${site.name} account`,
      paragraphs: [
        isOne(factor)
          ? `You can now log in to your account with another ${FACTORS[factor]}.`
          : 'Your account has new recovery codes. The former ones no longer work.',
      ],
      facts: factsOf(name, when(at)),
      effect: isUndone && isOne(factor) ? `removes this ${FACTORS[factor]}, ` : '',
    };
  }),

  'factor-removed': eventMail(({ site, about: { factor, name, at }, when }) => ({
    subject: `${factor === 'authenticator' ? 'An' : 'A'} ${FACTORS[factor]} of your ${site.name} account was removed`,
    paragraphs: [`You can no longer log in to your account with this ${FACTORS[factor]}.`],
    facts: factsOf(name, when(at)),
  })),

  'factor-reset': noticeMail(async ({ dependencies, user, site, about: { resetId, state }, link, when }) => {
    const reset = await findFactorReset(dependencies.db, resetId);
    const owner = reset && (await findUser(dependencies.db, reset.userId));
    if (!reset || !owner) return null;
    const asker = await findUser(dependencies.db, reset.requestedBy);
    const isOwner = owner.id === user.id;
    const manager = `${asker ? fullName(asker) : 'Someone who has left'}, a manager,`;
    const whose = isOwner ? 'your' : `${fullName(owner)}’s`;
    const subject = `${isOwner ? 'Your' : whose} ${site.name} passkeys and codes`;
    const ownPage = state === 'done' ? paths.login() : paths.security;
    const actionOf = (label: string) => ({
      label: isOwner ? label : 'Open account',
      link: link(isOwner ? ownPage : paths.manageUser(owner.id)),
    });
    const toOwner = (words: string) => (isOwner ? [words] : []);
    return {
      waiting: {
        subject: `${subject} will be removed`,
        paragraphs: [
          `${isOwner ? manager : 'You'} asked us to remove ${whose} ${WAYS}. We do it ${when(reset.dueAt)}, unless ${isOwner ? 'you stop' : 'they stop'} it.`,
          ...toOwner('If you have lost them, wait until then. If you haven’t, log in with one of them and stop it.'),
        ],
        action: actionOf('Stop it'),
      },
      cancelled: {
        subject: `${subject} stay`,
        paragraphs: [`Nothing is removed: ${whose} ${WAYS} still work.`],
        action: actionOf('Open account'),
      },
      done: {
        subject: `${subject} were removed`,
        paragraphs: [
          `We removed ${whose} ${WAYS}, as ${isOwner ? manager : 'you'} asked us a day ago.`,
          ...toOwner('Log in with your password, and add a new passkey or app.'),
        ],
        action: actionOf('Login'),
      },
    }[state];
  }),

  'deletion-requested': eventMail(({ site, user: { eraseOn } }) =>
    eraseOn === null
      ? null
      : {
          subject: `Your ${site.name} account will be deleted`,
          paragraphs: [
            `We were asked to delete your account. You can still log in and keep it until ${formatDay(eraseOn)}. After that day it is gone for good.`,
          ],
          effect: 'keeps your account, ',
        },
  ),

  'deletion-stopped': noticeMail(({ site, about, link }) => ({
    subject: `Your ${site.name} account was not deleted`,
    paragraphs: [
      'You asked us to delete your account, but something has come up since:',
      ...about.obstacles,
      'We keep your account for now. When this is settled, ask again.',
    ],
    action: { label: 'Open your account', link: link(paths.security) },
  })),

  'data-ready': noticeMail(async ({ dependencies, user, site, about, link }) => {
    const file = await findReadyExport(dependencies.db, { id: about.exportId, userId: user.id });
    if (!file) return null;
    return {
      subject: `Your ${site.name} data is ready`,
      paragraphs: ['The file with your data is ready. Log in to download it.'],
      action: { label: 'Download my data', link: link(paths.security) },
      closing: `You can download it for ${EXPORT_LIFE / HOUR} hours. If you didn’t ask for it, change your password.`,
    };
  }),
};
