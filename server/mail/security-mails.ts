import { greeting } from './account-mails.ts';
import { composeMail, type Letter, type MailContent, type Site } from './letter.ts';

/** `name` is empty if the address is not verified. */
interface AboutEvent {
  name: string;
  link: string;
  days: number;
}

const NOT_ME = 'This was not me';

/** Every mail about an event: facts, and the link that shuts everyone out. */
function noticeMail(
  site: Site,
  { name, link, days }: AboutEvent,
  { effect = '', ...letter }: Pick<Letter, 'subject' | 'paragraphs' | 'facts'> & { effect?: string },
): MailContent {
  return composeMail(site, {
    ...letter,
    greeting: greeting(name),
    paragraphs: [
      ...letter.paragraphs,
      `If this was you, you don’t need to do anything. If it wasn’t, open the link. It ${effect}logs everyone out and lets you choose a new password.`,
    ],
    action: { label: NOT_ME, link },
    closing: `The link works once, for ${days} days.`,
  });
}

export function newSignInMail(
  site: Site,
  about: AboutEvent & { device: string; network: string; when: string },
): MailContent {
  return noticeMail(site, about, {
    subject: `New login to your ${site.name} account`,
    paragraphs: ['Someone logged in to your account on a device that we haven’t seen before.'],
    facts: [
      ['Device', about.device],
      ...(about.network ? [['Network', about.network] satisfies [string, string]] : []),
      ['Time', about.when],
    ],
  });
}

export function passwordChangedMail(site: Site, about: AboutEvent & { when: string }): MailContent {
  return noticeMail(site, about, {
    subject: `Your ${site.name} password was changed`,
    paragraphs: ['The password of your account was changed, and all devices were logged out.'],
    facts: [['Time', about.when]],
  });
}

const FACTORS = { passkey: 'passkey', authenticator: 'authenticator app', 'recovery-codes': 'recovery codes' };

type AboutFactor = AboutEvent & { factor: keyof typeof FACTORS; factorName: string; when: string };

const factsOf = ({ factorName, when }: AboutFactor): [string, string][] => [
  ...(factorName ? [['Name', factorName] satisfies [string, string]] : []),
  ['Time', when],
];

/** `isUndone`: by the link. */
export function factorAddedMail(site: Site, about: AboutFactor & { isUndone: boolean }): MailContent {
  const { factor, isUndone } = about;
  const isOne = factor !== 'recovery-codes';
  return noticeMail(site, about, {
    subject: `New ${FACTORS[factor]} for your ${site.name} account`,
    paragraphs: [
      isOne
        ? `You can now log in to your account with another ${FACTORS[factor]}.`
        : 'Your account has new recovery codes. The former ones no longer work.',
    ],
    facts: factsOf(about),
    effect: isUndone && isOne ? `removes this ${FACTORS[factor]}, ` : '',
  });
}

export function factorRemovedMail(site: Site, about: AboutFactor): MailContent {
  const { factor } = about;
  return noticeMail(site, about, {
    subject: `A ${FACTORS[factor]} of your ${site.name} account was removed`.replace(
      'A authenticator',
      'An authenticator',
    ),
    paragraphs: [`You can no longer log in to your account with this ${FACTORS[factor]}.`],
    facts: factsOf(about),
  });
}

interface AboutReset {
  name: string;
  /** Whose factors they are, unless the receiver's own. */
  owner: string | null;
  manager: string;
  when: string;
  link: string;
}

const WAYS = 'passkeys, authenticator app and recovery codes';

export function factorResetMail(
  site: Site,
  { name, owner, manager, when, link }: AboutReset,
  state: 'waiting' | 'cancelled' | 'done',
): MailContent {
  const whose = owner === null ? 'your' : `${owner}’s`;
  const whoseSubject = owner === null ? 'Your' : `${owner}’s`;
  const letter = {
    waiting: {
      subject: `${whoseSubject} ${site.name} passkeys and codes will be removed`,
      paragraphs: [
        `${owner === null ? `${manager}, a manager,` : 'You'} asked us to remove ${whose} ${WAYS}. We do it ${when}, unless ${owner === null ? 'you stop' : 'they stop'} it.`,
        ...(owner === null
          ? ['If you have lost them, wait until then. If you haven’t, log in with one of them and stop it.']
          : []),
      ],
      action: { label: owner === null ? 'Stop it' : 'Open account', link },
    },
    cancelled: {
      subject: `${whoseSubject} ${site.name} passkeys and codes stay`,
      paragraphs: [`Nothing is removed: ${whose} ${WAYS} still work.`],
      action: { label: 'Open account', link },
    },
    done: {
      subject: `${whoseSubject} ${site.name} passkeys and codes were removed`,
      paragraphs: [
        `We removed ${whose} ${WAYS}, as ${owner === null ? `${manager}, a manager,` : 'you'} asked us a day ago.`,
        ...(owner === null ? ['Log in with your password, and add a new passkey or app.'] : []),
      ],
      action: { label: owner === null ? 'Login' : 'Open account', link },
    },
  }[state];
  return composeMail(site, { ...letter, greeting: greeting(name) });
}

export function emailChangedMail(site: Site, about: AboutEvent & { to: string; when: string }): MailContent {
  return noticeMail(site, about, {
    subject: `Your ${site.name} email address was changed`,
    paragraphs: ['Your account has another email address now. This one no longer belongs to it.'],
    facts: [
      ['New address', about.to],
      ['Time', about.when],
    ],
    effect: 'gives your account this address back, ',
  });
}

export function deletionRequestedMail(site: Site, about: AboutEvent & { until: string }): MailContent {
  return noticeMail(site, about, {
    subject: `Your ${site.name} account will be deleted`,
    paragraphs: [
      `We were asked to delete your account. You can still log in and keep it until ${about.until}. After that day it is gone for good.`,
    ],
    effect: 'keeps your account, ',
  });
}

export function deletionStoppedMail(
  site: Site,
  about: { name: string; link: string; obstacles: readonly string[] },
): MailContent {
  return composeMail(site, {
    subject: `Your ${site.name} account was not deleted`,
    greeting: greeting(about.name),
    paragraphs: [
      'You asked us to delete your account, but something has come up since:',
      ...about.obstacles,
      'We keep your account for now. When this is settled, ask again.',
    ],
    action: { label: 'Open your account', link: about.link },
  });
}

export function dataReadyMail(site: Site, about: { name: string; link: string; hours: number }): MailContent {
  return composeMail(site, {
    subject: `Your ${site.name} data is ready`,
    greeting: greeting(about.name),
    paragraphs: ['The file with your data is ready. Log in to download it.'],
    action: { label: 'Download my data', link: about.link },
    closing: `You can download it for ${about.hours} hours. If you didn’t ask for it, change your password.`,
  });
}

export function changeEmailMail(site: Site, about: { link: string; hours: number }): MailContent {
  return composeMail(site, {
    subject: `Confirm your new ${site.name} email address`,
    greeting: greeting(''),
    paragraphs: ['Open this link to use this email address for your account from now on.'],
    action: { label: 'Confirm address', link: about.link },
    closing: `The link works once, for ${about.hours} hours. If you didn’t ask for it, ignore this email: nothing changes.`,
  });
}

/** To somebody whose address another account's owner entered. */
export function changeEmailTakenMail(site: Site, about: { name: string; link: string }): MailContent {
  return composeMail(site, {
    subject: `You already have a ${site.name} account`,
    greeting: greeting(about.name),
    paragraphs: [
      'Someone wants to use this address for another account, but you already have an account with it. If it was you, log in to this account instead, or delete it first.',
    ],
    action: { label: 'Login', link: about.link },
    closing: 'If it wasn’t you, no action is needed. Nothing has changed.',
  });
}

/** To somebody who registers an address that its last account may still get back. */
export function addressHeldMail(site: Site, about: { until: string }): MailContent {
  return composeMail(site, {
    subject: `Your new ${site.name} account`,
    greeting: greeting(''),
    paragraphs: [
      `Someone tried to create an account with this address. An account that had it until recently can still get it back, so it can’t have another account until ${about.until}.`,
      'If it was you, try again after that.',
    ],
    closing: 'If it wasn’t you, no action is needed. Nothing has changed.',
  });
}
