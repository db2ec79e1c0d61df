import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { formatActivityDate } from '../../domain/dates.ts';
import { hasLink, type MailDetails } from '../../domain/mail.ts';
import { paths } from '../../domain/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../ui/dialog/dialog.tsx';
import { breakAroundAt, DescriptionItem, DescriptionList } from '../../ui/layout/description-list.tsx';
import { QueryView } from '../../ui/list/query-view.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { MAIL_STATE_STYLE, mailTitle, NOT_SENT_REASON } from './mail-style.ts';
import { MailTextPanel } from './mail-text-panel.tsx';
import { useResendMail } from './mutations.ts';
import { mailQuery } from './queries.ts';

export function MailDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(mailQuery(id));
  const resend = useResendMail();
  const { data: mail } = query;
  const wasSent = mail?.sentAt !== null;
  return (
    <Dialog
      open
      onClose={onClose}
      title={mail ? (mail.sent ?? mail.next)?.subject || mailTitle(mail) : 'Email'}
      pending={resend.isPending}
    >
      <DialogBody className="stack gap-4">
        <QueryView query={query}>{(known) => <Details mail={known} />}</QueryView>
        <FailureNotice of={resend.failure} />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose} disabled={resend.isPending}>
          Close
        </Button>
        {mail?.resendable && (
          <Button
            variant={wasSent ? 'outline' : 'primary'}
            icon="send"
            pending={resend.isPending}
            pendingLabel="Sending"
            onClick={() => resend.mutate({ id, receiver: mail.receiver }, { onSuccess: onClose })}
          >
            {wasSent ? 'Send again' : 'Send now'}
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  );
}

function Details({ mail }: { mail: MailDetails }) {
  const { receiver, shipmentId, state, sentAt, resentAt, lastError, sent, next } = mail;
  const isSame = sent?.subject === next?.subject && sent?.text === next?.text;
  return (
    // Its own grid keeps the items' height when the dialog scrolls.
    <div className="grid gap-4">
      <ResendPreview mail={mail} />
      <DescriptionList>
        <DescriptionItem caption="To" email wide value={receiver || 'A deleted user'} />
        <DescriptionItem caption="Status">{MAIL_STATE_STYLE[state].label}</DescriptionItem>
        <DescriptionItem
          caption="Sent"
          mono={sentAt !== null}
          value={sentAt ? formatActivityDate(sentAt) : 'Not sent'}
        />
        {NOT_SENT_REASON[state] && <DescriptionItem caption="Why not" wide value={NOT_SENT_REASON[state]} />}
        {resentAt && <DescriptionItem caption="Last sent again" mono wide value={formatActivityDate(resentAt)} />}
        {lastError && <DescriptionItem caption="What went wrong" wide value={lastError} />}
        {shipmentId && (
          <DescriptionItem caption="About" wide>
            <Link to={paths.manageShipment(shipmentId)} className="go-touch">
              View shipment →
            </Link>
          </DescriptionItem>
        )}
      </DescriptionList>
      {sent && <MailTextPanel title="What was sent" mail={sent} />}
      {!sent && sentAt && receiver && <p className="soft">The text of this email was not stored.</p>}
      {next && !(sent && isSame) && (
        <MailTextPanel title={sent ? 'What will be sent now' : 'What will be sent'} mail={next} />
      )}
      {(sent || next) && <p className="soft text-small">Private codes and one-time links are masked.</p>}
    </div>
  );
}

function ResendPreview({ mail: { kind, receiver, state, sentAt, resendable, next } }: { mail: MailDetails }) {
  if (resendable) {
    return (
      <Notice icon="send">
        {sentAt
          ? `This email was sent on ${formatActivityDate(sentAt)}. If you send it again, `
          : 'This email was never sent. If you send it now, '}
        {breakAroundAt(receiver)} gets {sentAt ? 'it a second time' : 'it'}
        {hasLink(kind) && ', with a new link'}.
      </Notice>
    );
  }
  if (state === 'queued') return <p>This email is on its way.</p>;
  if (next === null && state !== 'dropped') {
    return (
      <p>This email can’t be sent again: what it was about is gone or has changed, or the address was corrected.</p>
    );
  }
  return null;
}
