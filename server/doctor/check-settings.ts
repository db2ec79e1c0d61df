import { commandLine } from '../base/config/command-line.ts';
import { findContradictions } from '../base/config/contradictions.ts';
import { type Environment, findMisspelled } from '../base/config/env.ts';
import type { Finding } from './finding.ts';

const LEAST_LETTERS = 12;
/** Typed, or copied from an example. */
const PREDICTABLE = /(.)\1{5}|change.?me|example|secret|password|waybill|default|(?:0123|abcd|qwer)/i;

export function checkSettings(environment: Environment, source: Record<string, string | undefined>): Finding[] {
  return [
    checkMode(environment),
    checkPublicUrl(environment),
    checkKey(environment),
    checkSender(environment),
    checkNames(source),
    checkContradictions(environment, source),
  ].flat();
}

function checkContradictions(environment: Environment, source: Record<string, string | undefined>): Finding[] {
  return findContradictions(environment, source).map(({ settings: [about], what, mend }) => ({
    about,
    what: `${what}.`,
    mend: `${mend.replace(/^./, (letter) => letter.toUpperCase())}.`,
  }));
}

function checkNames(source: Record<string, string | undefined>): Finding[] {
  return findMisspelled(source).map(({ name, meant }) => ({
    about: name,
    what: 'There is no such setting: it is ignored.',
    mend: `Rename it if you mean ${meant}, or remove it.`,
  }));
}

function checkMode({ NODE_ENV }: Environment): Finding[] {
  if (NODE_ENV === 'production') return [];
  const what = `It is ${NODE_ENV}: missing settings are made up, and an empty database gets demo data.`;
  return [{ about: 'NODE_ENV', what, mend: 'Set NODE_ENV=production.' }];
}

function checkPublicUrl({ PUBLIC_URL }: Environment): Finding[] {
  const { protocol, hostname, host } = new URL(PUBLIC_URL);
  const found: Finding[] = [];
  if (protocol === 'http:') {
    const what = 'It begins with http: passwords travel unencrypted, and phones install no app and scan nothing.';
    const mend = `Put a proxy with a certificate in front (deploy/Caddyfile), and set PUBLIC_URL=https://${host}.`;
    found.push({ about: 'PUBLIC_URL', what, mend });
  }
  if (/^(localhost|127\..*|\[::1\])$/.test(hostname)) {
    const what = `Links in emails lead to ${hostname}, which is each reader’s own machine.`;
    found.push({
      about: 'PUBLIC_URL',
      what,
      mend: 'Set the address that people type, such as https://parcels.example.com.',
    });
  }
  return found;
}

function checkKey({ SECRET_KEY }: Environment): Finding[] {
  const [key] = SECRET_KEY ?? [];
  if (key === undefined || (new Set(key).size >= LEAST_LETTERS && !PREDICTABLE.test(key))) return [];
  const what = 'The key that writes can be guessed, and with it every private code in a stolen backup.';
  const mend = `Make one with: openssl rand -base64 48. Put it before the old one, with a comma between, and run ${commandLine('rekey')}.`;
  return [{ about: 'SECRET_KEY', what, mend }];
}

function checkSender({ MAIL_FROM, SITE_DOMAIN }: Environment): Finding[] {
  if (SITE_DOMAIN === 'localhost') {
    const what = 'It is not set: replies to emails go to support@localhost, which nobody reads.';
    return [{ about: 'SITE_DOMAIN', what, mend: 'Set the domain of the brand, such as example.com.' }];
  }
  const domain = MAIL_FROM.slice(MAIL_FROM.lastIndexOf('@') + 1)
    .replace(/>.*/s, '')
    .trim()
    .toLowerCase();
  const site = SITE_DOMAIN.toLowerCase();
  const isRelated = domain === site || domain.endsWith(`.${site}`) || site.endsWith(`.${domain}`);
  if (isRelated) return [];
  const what = `Emails come from ${domain}, and their replies go to ${site}: that looks like fraud to mail servers.`;
  return [{ about: 'MAIL_FROM', what, mend: `Use an address of ${site}, or set SITE_DOMAIN=${domain}.` }];
}
