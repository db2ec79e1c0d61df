import { boldWords, paragraphsOf } from '../../../src/domain/mail.ts';
import { composeMail, type MailContent, type Site } from './letter.ts';

export function messageMail(site: Site, { subject, body }: { subject: string; body: string }): MailContent {
  return composeMail(site, { subject, paragraphs: paragraphsOf(body).map(boldWords) });
}
