import type { Environment } from './env.ts';

/** Where people write to, and where replies to emails go. */
export const supportAddress = ({
  MAIL_REPLY_TO,
  SITE_DOMAIN,
}: Pick<Environment, 'MAIL_REPLY_TO' | 'SITE_DOMAIN'>): string => MAIL_REPLY_TO ?? `support@${SITE_DOMAIN}`;
