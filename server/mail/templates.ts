/**
 * The words of every mail, once as text and once as HTML. Templates are tagged: whatever is put into the HTML is
 * escaped by the tag itself, so that no caller can forget it.
 */
import { inGroupsOfFour } from '../../src/domain/tracking-id.ts';

export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

interface Site {
  name: string;
  support: string;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

class Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

/** HTML from a literal: every value is escaped unless it is HTML from this tag. */
function html(literals: TemplateStringsArray, ...values: (string | number | Html | Html[])[]): Html {
  const escaped = values.map((value) => {
    if (value instanceof Html) return value.markup;
    if (Array.isArray(value)) return value.map((part) => part.markup).join('');
    return String(value).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
  });
  return new Html(literals.reduce((whole, literal, index) => whole + literal + (escaped[index] ?? ''), ''));
}

/** One line: what a person wrote may not break a subject into headers. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

interface Letter {
  subject: string;
  greeting: string;
  paragraphs: string[];
  facts: [name: string, value: string][];
  action: { label: string; link: string };
  closing: string;
}

function compose(site: Site, letter: Letter): MailContent {
  const text = [
    letter.greeting,
    ...letter.paragraphs,
    ...(letter.facts.length > 0 ? [letter.facts.map(([name, value]) => `${name}: ${value}`).join('\n')] : []),
    `${letter.action.label}: ${letter.action.link}`,
    letter.closing,
    `${site.name}\n${site.support}`,
  ].join('\n\n');
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${oneLine(letter.subject)}</title></head>
<body style="margin:0;background:#f4f5f2;color:#14171c;font:16px/1.5 -apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:24px 16px">
<p style="margin:0 0 16px;font-size:20px;font-weight:800">${site.name}</p>
<div style="background:#fff;border:2px solid #14171c;border-radius:6px;padding:24px">
<p style="margin:0 0 16px">${letter.greeting}</p>
${letter.paragraphs.map(
  (paragraph) => html`<p style="margin:0 0 16px">${paragraph}</p>
`,
)}<table role="presentation" style="border-collapse:collapse;width:100%;margin:0 0 24px">
${letter.facts.map(
  ([
    name,
    value,
  ]) => html`<tr><td style="padding:8px 0;border-top:1px solid #cfd2cb;color:#4b525b;font-size:14px">${name}</td><td style="padding:8px 0;border-top:1px solid #cfd2cb;font:700 17px ui-monospace,Consolas,monospace;text-align:right">${value}</td></tr>
`,
)}</table>
<p style="margin:0 0 8px"><a href="${letter.action.link}" style="display:inline-block;background:#fb5412;color:#14171c;font-weight:700;text-decoration:none;padding:14px 24px;border-radius:3px">${letter.action.label}</a></p>
<p style="margin:0 0 16px;font-size:14px;color:#4b525b;word-break:break-all">${letter.action.link}</p>
<p style="margin:0;font-size:14px;color:#4b525b">${letter.closing}</p>
</div>
<p style="margin:16px 0 0;font-size:14px;color:#4b525b">${site.support}</p>
</div></body></html>`;
  return { subject: oneLine(letter.subject), text, html: page.markup };
}

const grouped = (code: string) => inGroupsOfFour(code).join(' ');

/** 'Shipment created', to one party, with that party's own private code. */
export function shipmentCreatedMail(
  site: Site,
  about: {
    party: 'sender' | 'receiver';
    name: string;
    other: string;
    description: string;
    trackingId: string;
    code: string;
    link: string;
  },
): MailContent {
  const isSender = about.party === 'sender';
  return compose(site, {
    subject: `Shipment created: ${grouped(about.trackingId)}`,
    greeting: `Hello ${about.name},`,
    paragraphs: [
      isSender
        ? `your shipment to ${about.other} is registered: ${about.description}.`
        : `${about.other} is sending you a shipment: ${about.description}.`,
      'Anyone with the tracking ID can see where it stands. Your private code opens the details: keep it to yourself.',
    ],
    facts: [
      ['Tracking ID', grouped(about.trackingId)],
      [isSender ? 'Sender code' : 'Receiver code', grouped(about.code)],
    ],
    action: { label: 'Track shipment', link: about.link },
    closing: 'You get this mail because your address stands on the shipment.',
  });
}

/** The link that verifies the address of a new account. */
export function verifyEmailMail(site: Site, about: { name: string; link: string; hours: number }): MailContent {
  return compose(site, {
    subject: `Verify your ${site.name} account`,
    greeting: `Hello ${about.name},`,
    paragraphs: ['open this link to verify your email address. After that you can use your account.'],
    facts: [],
    action: { label: 'Verify account', link: about.link },
    closing: `The link works once, for ${about.hours} hours. If you did not create this account, you can leave it unused.`,
  });
}

/** Somebody tried to register an address that has an account. Only its owner learns that. */
export function addressTakenMail(site: Site, about: { name: string; link: string }): MailContent {
  return compose(site, {
    subject: `You already have a ${site.name} account`,
    greeting: `Hello ${about.name},`,
    paragraphs: [
      'somebody tried to create an account with this address, which has one. If it was you, sign in or set a new password.',
    ],
    facts: [],
    action: { label: 'Set a new password', link: about.link },
    closing: 'If it was not you, there is nothing to do: nothing was changed.',
  });
}

/** The link with which a person sets a new password. */
export function resetPasswordMail(site: Site, about: { name: string; link: string; minutes: number }): MailContent {
  return compose(site, {
    subject: `Reset your ${site.name} password`,
    greeting: `Hello ${about.name},`,
    paragraphs: ['open this link to choose a new password.'],
    facts: [],
    action: { label: 'Reset password', link: about.link },
    closing: `The link works once, for ${about.minutes} minutes. If you did not ask for it, you can leave it unused.`,
  });
}

/** The link with which a person sets the password of an account that was made for them. */
export function setPasswordMail(site: Site, about: { link: string; minutes: number }): MailContent {
  return compose(site, {
    subject: `Set your ${site.name} password`,
    greeting: 'Hello,',
    paragraphs: [`a ${site.name} account was made for you. Choose a password to sign in.`],
    facts: [],
    action: { label: 'Set password', link: about.link },
    closing: `The link works once, for ${about.minutes} minutes. If you did not expect this, you can leave it unused.`,
  });
}
