import { composeMail, type MailContent, type Site } from './letter.ts';

export function verifyEmailMail(site: Site, about: { link: string; hours: number }): MailContent {
  return composeMail(site, {
    subject: `Verify your ${site.name} account`,
    greeting: greeting(''),
    paragraphs: ['Open this link to verify your email address. Then you can use your account.'],
    action: { label: 'Verify account', link: about.link },
    closing: `The link works once, for ${about.hours} hours. If you didn’t create this account, ignore this email, or open the link and choose "Not you?" to make the account yours.`,
  });
}

/** `name`: empty if the address is not verified. */
interface AboutPassword {
  name: string;
  link: string;
  minutes: number;
}

export const greeting = (name: string) => (name ? `Hello ${name},` : 'Hello,');

export function addressTakenMail(site: Site, about: AboutPassword): MailContent {
  return composeMail(site, {
    subject: `You already have a ${site.name} account`,
    greeting: greeting(about.name),
    paragraphs: [
      'Someone tried to create an account with this address, but you already have one. If it was you, log in or set a new password.',
    ],
    action: { label: 'Set a new password', link: about.link },
    closing: `The link works once, for ${about.minutes} minutes. If it wasn’t you, no action is needed. Nothing has changed.`,
  });
}

export function resetPasswordMail(site: Site, about: AboutPassword): MailContent {
  return composeMail(site, {
    subject: `Reset your ${site.name} password`,
    greeting: greeting(about.name),
    paragraphs: ['Open this link to choose a new password.'],
    action: { label: 'Reset password', link: about.link },
    closing: `The link works once, for ${about.minutes} minutes. If you didn’t request it, you can ignore this email.`,
  });
}

export function setPasswordMail(site: Site, about: AboutPassword): MailContent {
  return composeMail(site, {
    subject: `Set your ${site.name} password`,
    greeting: greeting(about.name),
    paragraphs: [`A ${site.name} account has been created for you. Choose a password to log in.`],
    action: { label: 'Set password', link: about.link },
    closing: `The link works once, for ${about.minutes} minutes. If you weren’t expecting it, you can ignore this email.`,
  });
}
