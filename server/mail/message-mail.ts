/** The text of every email; letter.ts lays it out and escapes it. */
import { boldWords, paragraphsOf } from '../../src/domain/mail.ts';
import { composeMail, type MailContent, type Site } from './letter.ts';

/** A manager's message; words between ** are bold in the HTML and plain in the text. */
export function messageMail(site: Site, { subject, body }: { subject: string; body: string }): MailContent {
  return composeMail(site, { subject, paragraphs: paragraphsOf(body).map(boldWords) });
}
