import type * as v from 'valibot';
import { emailAddress, requiredParagraphs, requiredText, strictInput } from './field-schemas.ts';

/** mail.send: one receiver, a subject of one line, a body in which ** makes words bold. */
export const SendMailSchema = strictInput({
  receiver: emailAddress('Receiver'),
  subject: requiredText('Subject', 200),
  body: requiredParagraphs('Body', 20_000),
});
export type SendMail = v.InferOutput<typeof SendMailSchema>;
