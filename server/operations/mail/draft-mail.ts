import { messageMail } from '../../mail/message-mail.ts';
import type { StoredMail } from '../../stores/mail/mails.ts';
import { draftAccountMail, draftWithdrawalMail } from './draft-account-mail.ts';
import { type Dependencies, type MailDraft, siteOf, withoutSecret } from './draft-parts.ts';
import { draftChangeEmailMail, draftEventMail, draftNoticeMail } from './draft-security-mail.ts';
import { draftBillMail, draftShipmentMail, draftSummaryMail } from './draft-shipment-mail.ts';

/** Drafts any mail; null if no longer needed. */
export async function draftMail(dependencies: Dependencies, mail: StoredMail): Promise<MailDraft | null> {
  switch (mail.kind) {
    case 'message':
      return withoutSecret(messageMail(siteOf(dependencies), mail.about));
    case 'shipment-created':
    case 'code-replaced':
    case 'status-changed':
    case 'delivery-attempted':
    case 'delivery-corrected':
      return draftShipmentMail(dependencies, mail);
    case 'status-summary':
      return draftSummaryMail(dependencies, mail);
    case 'payment-required':
      return draftBillMail(dependencies, mail);
    case 'withdrawal':
      return draftWithdrawalMail(dependencies, mail);
    case 'change-email':
      return draftChangeEmailMail(dependencies, mail);
    case 'change-email-taken':
    case 'deletion-stopped':
    case 'data-ready':
    case 'webhook-off':
    case 'pickup-arranged':
    case 'pickup-declined':
    case 'factor-reset':
      return draftNoticeMail(dependencies, mail);
    case 'new-sign-in':
    case 'password-changed':
    case 'factor-added':
    case 'factor-removed':
    case 'email-changed':
    case 'deletion-requested':
      return draftEventMail(dependencies, mail);
    default:
      return draftAccountMail(dependencies, mail);
  }
}
