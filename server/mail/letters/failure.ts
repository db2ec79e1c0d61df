interface SmtpFailure {
  code?: unknown;
  response?: unknown;
  responseCode?: unknown;
  command?: unknown;
}

const MAX_REPLY_LENGTH = 300;

/** The mail server's reply, or the kind of failure. */
export function formatMailFailure(error: unknown): string {
  const { code, response } = (error ?? {}) as SmtpFailure;
  if (typeof response === 'string' && response !== '') {
    const words = response
      .toWellFormed()
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .trim();
    return `The mail server replied: ${words.slice(0, MAX_REPLY_LENGTH)}`;
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

/** Whether the server rejected this recipient or message for good. Earlier errors and 530 come from our setup. */
export function isPermanentFailure(error: unknown): boolean {
  const { command, responseCode } = (error ?? {}) as SmtpFailure;
  const isAboutThisMail = command === 'RCPT TO' || command === 'DATA';
  return isAboutThisMail && typeof responseCode === 'number' && responseCode >= 500 && responseCode !== 530;
}

export const INTERRUPTED_ATTEMPT_MESSAGE = 'The last attempt was interrupted. It may or may not have been sent.';
