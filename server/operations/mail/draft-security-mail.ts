import { formatDay } from '../../../src/domain/day.ts';
import { EMAIL_CHANGE_LIFE, EXPORT_LIFE, maskEmail, NOT_ME_LIFE } from '../../../src/domain/own-account.ts';
import { paths } from '../../../src/domain/paths.ts';
import { fullName, type User } from '../../../src/domain/user.ts';
import {
  changeEmailMail,
  changeEmailTakenMail,
  dataReadyMail,
  deletionRequestedMail,
  deletionStoppedMail,
  emailChangedMail,
  factorAddedMail,
  factorRemovedMail,
  factorResetMail,
  newSignInMail,
  passwordChangedMail,
} from '../../mail/security-mails.ts';
import { formatTime } from '../../mail/shipment-mails.ts';
import { pickupArrangedMail, pickupDeclinedMail, webhookOffMail } from '../../mail/shop-mails.ts';
import { findPendingEmailChange, findUndoableChangeFrom } from '../../stores/auth/email-changes.ts';
import { canUndoFactors } from '../../stores/factors/can-undo-factors.ts';
import { findFactorReset } from '../../stores/factors/factor-resets.ts';
import { findReadyExport } from '../../stores/own-data/data-exports.ts';
import { findPickup } from '../../stores/shops/pickups.ts';
import { findUser } from '../../stores/users/users.ts';
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

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** Drafts the email that asks the new address of an account; null if no longer needed. */
export async function draftChangeEmailMail(
  dependencies: Dependencies,
  { receiver, about: { userId } }: MailOf<'change-email'>,
): Promise<MailDraft | null> {
  const change = await findPendingEmailChange(dependencies.db, userId);
  if (change?.toEmail !== receiver) return null;
  const link = { purpose: 'change-email', userId, email: receiver, life: EMAIL_CHANGE_LIFE } as const;
  return {
    render: (token) =>
      changeEmailMail(siteOf(dependencies), {
        link: linkTo(dependencies, paths.confirmEmail({ token })),
        hours: EMAIL_CHANGE_LIFE / HOUR,
      }),
    secret: () => createLinkToken(dependencies, link),
  };
}

/** Drafts an email to an account's owner without a secret; null if no longer needed. */
export async function draftNoticeMail(
  dependencies: Dependencies,
  mail: MailOf<
    | 'change-email-taken'
    | 'deletion-stopped'
    | 'data-ready'
    | 'factor-reset'
    | 'webhook-off'
    | 'pickup-arranged'
    | 'pickup-declined'
  >,
): Promise<MailDraft | null> {
  const user = await findReceiver(dependencies, mail.about.userId, mail);
  if (!user) return null;
  const [site, name] = [siteOf(dependencies), nameOf(user)];
  switch (mail.kind) {
    case 'change-email-taken':
      return withoutSecret(changeEmailTakenMail(site, { name, link: linkTo(dependencies, paths.login()) }));
    case 'deletion-stopped': {
      const { obstacles } = mail.about;
      return withoutSecret(deletionStoppedMail(site, { name, obstacles, link: linkTo(dependencies, paths.security) }));
    }
    case 'factor-reset': {
      const reset = await findFactorReset(dependencies.db, mail.about.resetId);
      const owner = reset && (await findUser(dependencies.db, reset.userId));
      if (!reset || !owner) return null;
      const manager = await findUser(dependencies.db, reset.requestedBy);
      const isOwner = owner.id === user.id;
      const { state } = mail.about;
      const ownPage = state === 'done' ? paths.login() : paths.security;
      const about = {
        name,
        owner: isOwner ? null : fullName(owner),
        manager: manager ? fullName(manager) : 'Someone who has left',
        when: formatTime(site, reset.dueAt),
        link: linkTo(dependencies, isOwner ? ownPage : paths.manageUser(owner.id)),
      };
      return withoutSecret(factorResetMail(site, about, state));
    }
    case 'webhook-off': {
      const link = linkTo(dependencies, paths.developerKeys);
      return withoutSecret(webhookOffMail(site, { ...mail.about, name, link }));
    }
    case 'pickup-arranged':
    case 'pickup-declined': {
      const pickup = await findPickup(dependencies.db, user.id, mail.about.pickupId);
      if (!pickup || mail.kind !== `pickup-${pickup.state}`) return null;
      const { fromTime: from, untilTime: until, ...more } = pickup;
      const about = { ...more, from, until, name, link: linkTo(dependencies, paths.shippingLabels()) };
      const compose = mail.kind === 'pickup-arranged' ? pickupArrangedMail : pickupDeclinedMail;
      return withoutSecret(compose(site, about));
    }
    case 'data-ready': {
      const file = await findReadyExport(dependencies.db, { id: mail.about.exportId, userId: user.id });
      if (!file) return null;
      const about = { name, link: linkTo(dependencies, paths.security), hours: EXPORT_LIFE / HOUR };
      return withoutSecret(dataReadyMail(site, about));
    }
  }
}

type EventMail = MailOf<
  'new-sign-in' | 'password-changed' | 'factor-added' | 'factor-removed' | 'email-changed' | 'deletion-requested'
>;

/** Drafts the email about what has happened to an account, with *This was not me*; null if no longer needed. */
export async function draftEventMail(dependencies: Dependencies, mail: EventMail): Promise<MailDraft | null> {
  const user = await findUser(dependencies.db, mail.about.userId);
  const write = user && (await writerOf(dependencies, mail, user));
  if (!write) return null;
  const link = { purpose: 'not-me', userId: user.id, email: mail.receiver, life: NOT_ME_LIFE } as const;
  return {
    render: (token) =>
      write({
        name: nameOf(user),
        link: linkTo(dependencies, paths.notMe({ token })),
        days: NOT_ME_LIFE / DAY,
      }),
    secret: () => createLinkToken(dependencies, link),
  };
}

type Writer = (about: { name: string; link: string; days: number }) => ReturnType<typeof newSignInMail>;

async function writerOf(dependencies: Dependencies, mail: EventMail, user: User): Promise<Writer | null> {
  const site = siteOf(dependencies);
  const when = (at: string) => formatTime(site, new Date(at));
  if (mail.kind === 'email-changed') {
    const change = await findUndoableChangeFrom(dependencies.db, user.id, mail.receiver);
    if (!change?.confirmedAt) return null;
    const facts = { to: maskEmail(change.toEmail), when: when(change.confirmedAt.toISOString()) };
    return (about) => emailChangedMail(site, { ...about, ...facts });
  }
  if (user.email !== mail.receiver) return null;
  switch (mail.kind) {
    case 'new-sign-in': {
      const { device, network, at } = mail.about;
      return (about) => newSignInMail(site, { ...about, device, network, when: when(at) });
    }
    case 'password-changed':
      return (about) => passwordChangedMail(site, { ...about, when: when(mail.about.at) });
    case 'factor-added':
    case 'factor-removed': {
      const { factor, name: factorName, at } = mail.about;
      const facts = { factor, factorName, when: when(at) };
      if (mail.kind === 'factor-removed') return (about) => factorRemovedMail(site, { ...about, ...facts });
      const isUndone = await canUndoFactors(dependencies.db, dependencies.environment, user);
      return (about) => factorAddedMail(site, { ...about, ...facts, isUndone });
    }
    case 'deletion-requested': {
      const { eraseOn } = user;
      return eraseOn === null ? null : (about) => deletionRequestedMail(site, { ...about, until: formatDay(eraseOn) });
    }
  }
}

/** Anyone can register any name. */
const nameOf = (user: User) => (user.verified ? user.firstName : '');
