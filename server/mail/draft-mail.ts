import { ACCOUNT_MAILS } from './account-mails.ts';
import { type Dependencies, type Drafts, type MailDraft, siteOf, withoutSecret } from './draft-parts.ts';
import { messageMail } from './letters/message-mail.ts';
import { MONEY_MAILS } from './money-mails.ts';
import { REPORT_MAILS } from './report-mails.ts';
import { SECURITY_MAILS } from './security-mails.ts';
import { SHIPMENT_MAILS } from './shipment-mails.ts';
import { SHOP_MAILS } from './shop-mails.ts';
import type { StoredMail } from './store/mails.ts';

const DRAFTS: Drafts<StoredMail['kind']> = {
  ...ACCOUNT_MAILS,
  ...MONEY_MAILS,
  ...REPORT_MAILS,
  ...SECURITY_MAILS,
  ...SHIPMENT_MAILS,
  ...SHOP_MAILS,
  message: async (dependencies, { about }) => withoutSecret(messageMail(siteOf(dependencies), about)),
};

/** Drafts any mail; null if no longer needed. */
export function draftMail(dependencies: Dependencies, mail: StoredMail): Promise<MailDraft | null> {
  const draft = DRAFTS[mail.kind] as (dependencies: Dependencies, mail: StoredMail) => Promise<MailDraft | null>;
  return draft(dependencies, mail);
}
