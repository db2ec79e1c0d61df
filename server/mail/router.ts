import { mailCalls } from '../../src/domain/calls/messages.ts';
import { change, readWith } from '../gate/endings.ts';
import { roleMutation, roleProcedure, router } from '../gate/trpc.ts';
import { getSmsReport } from '../messages/get-sms-report.ts';
import { getLoggedMail, listLoggedMails } from './list-mails.ts';
import { previewMessage } from './preview-message.ts';
import { resendMail } from './resend-mail.ts';
import { sendMessage } from './send-message.ts';

export const mailRouter = router({
  send: roleMutation(mailCalls.send).mutation(change(sendMessage)),

  getMails: roleProcedure(mailCalls.getMails).query(readWith(listLoggedMails)),

  getMail: roleProcedure(mailCalls.getMail).query(readWith(getLoggedMail)),

  preview: roleProcedure(mailCalls.preview).query(({ ctx, input }) =>
    previewMessage(ctx.services, ctx.signedIn.user.id, input.message),
  ),

  getSms: roleProcedure(mailCalls.getSms).query(({ ctx }) => getSmsReport(ctx.services)),

  resend: roleMutation(mailCalls.resend).mutation(change(resendMail)),
});
