import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection/index.js';
import type { Environment } from '../base/config/env.ts';
import { explainMailFailure } from '../mail/letters/explain-failure.ts';
import type { Finding } from './finding.ts';

const LIMITS = { connectionTimeout: 8_000, greetingTimeout: 8_000, socketTimeout: 8_000 };

export async function checkMail({ SMTP_URL, MAIL_FROM, NODE_ENV }: Environment): Promise<Finding[]> {
  if (!SMTP_URL) {
    if (NODE_ENV !== 'production') return [];
    return [{ about: 'SMTP_URL', what: 'No email leaves this server.', mend: 'Set the address of a mail server.' }];
  }
  const url = new URL(SMTP_URL);
  const user = decodeURIComponent(url.username);
  try {
    return judge({ url, user, ...(await signIn(url, user, MAIL_FROM)) });
  } catch (error) {
    return [{ about: 'SMTP_URL', ...explainMailFailure(error, SMTP_URL, MAIL_FROM) }];
  }
}

interface Reached {
  offersLogin: boolean;
  /** Some relays offer a login, and need none from this network. */
  needsLogin: boolean;
  isEncrypted: boolean;
}

function signIn(url: URL, user: string, sender: string): Promise<Reached> {
  const isSecure = url.protocol === 'smtps:';
  const connection = new SMTPConnection({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (isSecure ? 465 : 587),
    secure: isSecure,
    ...LIMITS,
  });
  return new Promise<Reached>((resolve, reject) => {
    connection.on('error', reject);
    connection.connect((error) => {
      if (error) return reject(error);
      const reached = { offersLogin: connection.allowsAuth, needsLogin: false, isEncrypted: connection.secure };
      if (!reached.offersLogin) return resolve(reached);
      if (!user) {
        return connection.send({ from: addressIn(sender), to: [ELSEWHERE] }, nothing(), (refused) => {
          connection.close();
          resolve({ ...reached, needsLogin: isUnauthorized(refused) });
        });
      }
      const credentials = { user, pass: decodeURIComponent(url.password) };
      connection.login({ credentials }, (refused) => (refused ? reject(refused) : resolve(reached)));
    });
  }).finally(() => connection.quit());
}

/** This receiver isn't ours: the server has to say whether it relays. */
const ELSEWHERE = 'postmaster@example.com';
const addressIn = (sender: string) =>
  sender
    .slice(sender.lastIndexOf('<') + 1)
    .replace('>', '')
    .trim();
/** Fails once the server has taken sender and receiver, so that no email follows. */
const nothing = () =>
  new Readable({
    read() {
      this.destroy(new Error('Nothing is sent'));
    },
  });
const isUnauthorized = (refused: unknown) => {
  const { responseCode, response = '' } = (refused ?? {}) as { responseCode?: number; response?: string };
  return responseCode === 530 || /^5\d\d[ -]5\.7\./.test(response);
};

const isHere = ({ hostname }: URL) => /^(localhost|127\..*|\[::1\])$/.test(hostname);

function judge({ url, user, offersLogin, needsLogin, isEncrypted }: Reached & { url: URL; user: string }): Finding[] {
  if (needsLogin) {
    const what = `The mail server ${url.host} asks for a user and a password, and SMTP_URL has none.`;
    return [{ about: 'SMTP_URL', what, mend: 'Put them in, as in smtp://user:password@host:587.' }];
  }
  if (user && !offersLogin) {
    const what = `The mail server ${url.host} does not ask for the user and password in SMTP_URL: emails leave without.`;
    return [{ about: 'SMTP_URL', what, mend: 'Use the port for sending, mostly 587, or smtps:// with 465.' }];
  }
  if (user && !isEncrypted && !isHere(url)) {
    const what = `The password in SMTP_URL travels to ${url.host} unencrypted.`;
    return [{ about: 'SMTP_URL', what, mend: 'Use smtps://, or a server that offers STARTTLS.' }];
  }
  return [];
}
