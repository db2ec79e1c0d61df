/** A template tag escapes every value. */
import type { Words } from '../../../src/domain/mail.ts';
import { escapeHtml } from '../../../src/domain/page-template.ts';

export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

export interface Site {
  name: string;
  support: string;
  phone: string;
  timeZone: string;
  currency: string;
  accent: { colour: string; on: string };
  /** Null shows the brand’s name. */
  logo: string | null;
  legal: readonly { label: string; link: string }[];
  /** The brand’s own sentences in every email; empty without. */
  above: string;
  below: string;
}

export interface Letter {
  subject: string;
  headline?: string;
  greeting?: string;
  paragraphs: (string | Words[])[];
  facts?: Fact[];
  action?: { label: string; link: string };
  /** Subjects of emails that were not sent. */
  also?: readonly string[];
  closing?: string;
  choices?: string | undefined;
}

export type Fact = [name: string, value: string, link?: string];

class Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

function html(literals: TemplateStringsArray, ...values: (string | number | Html | Html[])[]): Html {
  const escaped = values.map((value) => {
    if (value instanceof Html) return value.markup;
    if (Array.isArray(value)) return value.map((part) => part.markup).join('');
    return escapeHtml(String(value));
  });
  return new Html(literals.reduce((whole, literal, index) => whole + literal + (escaped[index] ?? ''), ''));
}

/** Keeps to one line: nothing that a user wrote can break a subject into headers, or turn its letters around. */
export const toOneLine = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim();

const wordsOf = (paragraph: string | Words[]): Words[] =>
  typeof paragraph === 'string' ? [{ text: paragraph, bold: false }] : paragraph;

const textOf = (paragraph: string | Words[]) =>
  wordsOf(paragraph)
    .map(({ text }) => text)
    .join('');

function linesOf(text: string): Html[] {
  return text.split('\n').map((line, index) => (index === 0 ? html`${line}` : html`<br>${line}`));
}

function htmlOf(paragraph: string | Words[]): Html {
  const words = wordsOf(paragraph).map(({ text, bold }) =>
    bold ? html`<strong>${linesOf(text)}</strong>` : html`${linesOf(text)}`,
  );
  return html`<p style="margin:0 0 16px">${words}</p>
`;
}

function tableOf(facts: Fact[]): Html {
  const rows = facts.map(([name, value, link]) => {
    const shown = link ? html`<a class="ink" href="${link}" style="color:#14171c">${value}</a>` : html`${value}`;
    return html`<tr style="vertical-align:baseline"><td class="soft" style="padding:8px 8px 8px 0;border-top:1px solid #cfd2cb;color:#4b525b;font-size:14px">${name}</td><td style="padding:8px 0;border-top:1px solid #cfd2cb;font:700 15px ui-monospace,Consolas,monospace;text-align:right">${shown}</td></tr>
`;
  });
  return html`<table role="presentation" style="border-collapse:collapse;width:100%;margin:0 0 24px">
${rows}</table>
`;
}

function buttonOf({ accent }: Site, { label, link }: { label: string; link: string }): Html {
  return html`<p style="margin:0 0 16px"><a href="${link}" style="display:inline-block;background:${accent.colour};color:${accent.on};font-weight:700;text-decoration:none;padding:14px 24px;border-radius:3px">${label}</a></p>
`;
}

/** The name replaces the logo where pictures are blocked. */
function headOf({ name, logo }: Site): Html {
  return logo === null
    ? html`${name}`
    : html`<img class="logo" src="${logo}" alt="${name}" height="40" style="height:40px;border:0">`;
}

function footOf({ support, phone, legal }: Site): Html {
  const links = legal.map(({ label, link }, index) =>
    index === 0 ? linkOf(label, link) : html` · ${linkOf(label, link)}`,
  );
  const lines = [html`${support}`, ...(phone ? [html`${phone}`] : []), ...(links.length > 0 ? [html`${links}`] : [])];
  return html`${lines.map((line, index) => (index === 0 ? line : html`<br>${line}`))}`;
}

const linkOf = (label: string, link: string) => html`<a class="soft" href="${link}" style="color:#4b525b">${label}</a>`;

const CHOOSE = 'Choose your messages';

export const greeting = (name: string) => (name ? `Hello ${name},` : 'Hello,');

export function composeMail(site: Site, letter: Letter): MailContent {
  const { subject, headline, greeting, paragraphs, facts = [], action, also = [], closing, choices } = letter;
  const told = also.length > 0 ? ['Since our last email:', ...also].join('\n') : '';
  const text = [
    site.above,
    headline,
    greeting,
    ...paragraphs.map(textOf),
    facts.map(([name, value, link]) => `${name}: ${value}${link ? `\n${link}` : ''}`).join('\n'),
    action && `${action.label}: ${action.link}`,
    told,
    [closing, choices && `${CHOOSE}: ${choices}`].filter(Boolean).join('\n'),
    site.below,
    [site.name, site.support, site.phone, ...site.legal.map(({ label, link }) => `${label}: ${link}`)]
      .filter(Boolean)
      .join('\n'),
  ]
    .filter(Boolean)
    .join('\n\n');
  const parts = [
    ...(headline ? [html`<p style="margin:0 0 16px;font-size:20px;font-weight:800">${headline}</p>`] : []),
    ...[...(greeting ? [greeting] : []), ...paragraphs].map(htmlOf),
    ...(facts.length > 0 ? [tableOf(facts)] : []),
    ...(action ? [buttonOf(site, action)] : []),
    ...(told ? [htmlOf(told)] : []),
    ...(closing
      ? [
          html`<p class="soft" style="margin:0;font-size:14px;color:#4b525b">${closing}${choices ? html`<br>${linkOf(CHOOSE, choices)}` : html``}</p>`,
        ]
      : []),
  ];
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${toOneLine(subject)}</title>
<style>@media (prefers-color-scheme:dark){.page{background:#14171c!important;color:#f4f5f2!important}.card{background:#20252c!important}.card,td{border-color:#4b525b!important}.ink{color:#f4f5f2!important}.soft{color:#b9c0c8!important}.logo{background:#fff;padding:6px;border-radius:3px}}</style></head>
<body class="page" style="margin:0;background:#f4f5f2;color:#14171c;font:16px/1.5 -apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<div style="display:none;max-height:0;overflow:hidden">${textOf(paragraphs[0] ?? '')}</div>
<div style="max-width:560px;margin:0 auto;padding:24px 16px">
<p style="margin:0 0 16px;font-size:20px;font-weight:800">${headOf(site)}</p>
${site.above ? htmlOf(site.above) : html``}<div class="card" style="background:#fff;border:2px solid #14171c;border-radius:6px;padding:24px;overflow-wrap:anywhere">
${parts}
</div>
${site.below ? html`<div style="margin:16px 0 0">${htmlOf(site.below)}</div>` : html``}<p class="soft" style="margin:16px 0 0;font-size:14px;color:#4b525b">${footOf(site)}</p>
</div></body></html>`;
  return { subject: toOneLine(subject), text, html: page.markup };
}
