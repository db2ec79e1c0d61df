import { createTransport } from 'nodemailer';
import type { Environment } from '../../base/config/env.ts';
import { supportAddress } from '../../base/config/support-address.ts';
import type { MailContent } from './letter.ts';

export interface Attachment {
  filename: string;
  content: Buffer;
}

export interface OutgoingMail extends MailContent {
  id: string;
  to: string;
  /** Email programs show emails with the same one together. */
  conversation?: string | undefined;
  /** No auto-reply should answer it (RFC 3834). */
  isAutomatic: boolean;
  /** Ends such emails with one tap in a mail program; null if they always come. */
  stopLink?: string | null;
  attachments?: readonly Attachment[];
}

export interface MailTransport {
  /** @throws If the mail server has not accepted it. */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

/** In milliseconds, the last for each of up to ten steps: together less than a mail job (jobs/queues.ts). */
export const SMTP_LIMITS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 60_000 };

/** A server that hangs costs one attempt. */
export function smtpTransport(
  url: string,
  sender: { readonly environment: Pick<Environment, 'MAIL_FROM' | 'MAIL_REPLY_TO' | 'SITE_DOMAIN' | 'SITE_NAME'> },
  limits = SMTP_LIMITS,
): MailTransport {
  const transport = createTransport({ url, ...limits });
  // Ends of idle connections affect no email.
  transport.on('error', () => undefined);
  return {
    async send({ id, to, subject, text, html, conversation, isAutomatic, stopLink, attachments = [] }) {
      const { environment } = sender;
      const idOf = (name: string) => `<${name}@${environment.SITE_DOMAIN}>`;
      await transport.sendMail({
        from: environment.MAIL_FROM,
        // Never text to be parsed: one recipient.
        to: { name: '', address: to },
        // The sender's address takes no mail.
        replyTo: { name: environment.SITE_NAME, address: supportAddress(environment) },
        subject,
        text,
        html,
        attachments: [...attachments],
        messageId: idOf(id),
        ...(conversation && { inReplyTo: idOf(conversation), references: idOf(conversation) }),
        headers: {
          ...(isAutomatic && { 'Auto-Submitted': 'auto-generated' }),
          ...(stopLink && {
            'List-Unsubscribe': `<${stopLink}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    },
    close: () => transport.close(),
  };
}
