/** The details of nodemailer's errors. */
interface SmtpFailure {
  code?: unknown;
  response?: unknown;
  responseCode?: unknown;
  command?: unknown;
}

const LONGEST = 300;

/**
 * Why a mail was not accepted, for managers: the mail server's own reply if there is one, else the
 * kind of failure. Other errors are not shown; the job's row has them.
 */
export function failureInWords(error: unknown): string {
  const { code, response } = (error ?? {}) as SmtpFailure;
  if (typeof response === 'string' && response !== '') {
    const words = response
      .toWellFormed()
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .trim();
    return `The mail server replied: ${words.slice(0, LONGEST)}`;
  }
  switch (code) {
    case 'ECONNECTION':
    case 'EDNS':
    case 'ESOCKET':
    case 'ECONNREFUSED':
    case 'ECONNRESET':
      return 'The mail server couldn’t be reached, or dropped the connection.';
    case 'ETIMEDOUT':
      return 'The mail server didn’t respond in time.';
    case 'EAUTH':
    case 'ENOAUTH':
      return 'The mail server rejected our login.';
    case 'ETLS':
      return 'We couldn’t make a secure connection to the mail server.';
    default:
      return 'We couldn’t prepare this email.';
  }
}

/**
 * Whether the mail server permanently rejected this recipient or this message, with a 5xx to
 * either. An earlier 5xx concerns our own setup (connecting, signing in, the sender's address),
 * which can be fixed; so does 530, which asks to sign in, at any step.
 */
export function isRefusedForGood(error: unknown): boolean {
  const { command, responseCode } = (error ?? {}) as SmtpFailure;
  const isOfThisMail = command === 'RCPT TO' || command === 'DATA';
  return isOfThisMail && typeof responseCode === 'number' && responseCode >= 500 && responseCode !== 530;
}

/** For a mail whose last attempt ended when its server died. */
export const LOST_ATTEMPT = 'The last attempt was interrupted. It may or may not have been sent.';
