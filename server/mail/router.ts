import { ByIdSchema } from '../../src/domain/field-schemas.ts';
import { LoggedMailSchema, MailDetailsSchema, MailsSchema, SendMailSchema } from '../../src/domain/mail.ts';
import { MessagePreviewSchema, PreviewSchema } from '../../src/domain/message-preview.ts';
import { paged } from '../../src/domain/paged.ts';
import { SmsReportSchema } from '../../src/domain/sms.ts';
import { change, doneOutput, readWith } from '../gate/endings.ts';
import { roleMutation, roleProcedure, router } from '../gate/trpc.ts';
import { getSmsReport } from '../messages/get-sms-report.ts';
import { getLoggedMail, listLoggedMails } from './list-mails.ts';
import { previewMessage } from './preview-message.ts';
import { resendMail } from './resend-mail.ts';
import { sendMessage } from './send-message.ts';

export const mailRouter = router({
  send: roleMutation.input(SendMailSchema).output(doneOutput).mutation(change(sendMessage)),

  getMails: roleProcedure.input(MailsSchema).output(paged(LoggedMailSchema)).query(readWith(listLoggedMails)),

  getMail: roleProcedure.input(ByIdSchema).output(MailDetailsSchema).query(readWith(getLoggedMail)),

  preview: roleProcedure
    .input(PreviewSchema)
    .output(MessagePreviewSchema)
    .query(({ ctx, input }) => previewMessage(ctx.services, ctx.signedIn.user.id, input.message)),

  getSms: roleProcedure.output(SmsReportSchema).query(({ ctx }) => getSmsReport(ctx.services)),

  resend: roleMutation.input(ByIdSchema).output(doneOutput).mutation(change(resendMail)),
});
