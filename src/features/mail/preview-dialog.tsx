import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type MessagePreview, PREVIEWS, type Preview, previewLabel } from '../../domain/message-preview.ts';
import { Dialog, DialogBody } from '../../ui/dialog/dialog.tsx';
import { Field } from '../../ui/form/field.tsx';
import { breakAroundAt } from '../../ui/layout/description-list.tsx';
import { QueryView } from '../../ui/list/query-view.tsx';
import { Select } from '../../ui/select.tsx';
import { MailTextPanel } from './mail-text-panel.tsx';
import { previewQuery } from './queries.ts';

interface PreviewDialogProps {
  message: Preview;
  onChoose: (message: Preview) => void;
  onClose: () => void;
}

export function PreviewDialog({ message, onChoose, onClose }: PreviewDialogProps) {
  const query = useQuery(previewQuery(message));
  return (
    <Dialog open onClose={onClose} title="What we send">
      <DialogBody className="stack gap-4">
        <Field label="Message">
          {(control) => (
            <Select
              {...control}
              value={message}
              options={PREVIEWS.map((one) => ({ value: one, label: previewLabel(one) }))}
              onChange={({ target }) => onChoose(target.value as Preview)}
            />
          )}
        </Field>
        <QueryView query={query}>{(known) => <Messages of={message} preview={known} />}</QueryView>
      </DialogBody>
    </Dialog>
  );
}

function Messages({ of, preview: { mail, sms } }: { of: Preview; preview: MessagePreview }) {
  if (!mail && !sms)
    return (
      <p className="soft">
        {of === 'code'
          ? 'This is a text message, and texts of it are turned off.'
          : `We haven’t sent “${previewLabel(of)}” lately. You’ll see it here once we do.`}
      </p>
    );
  return (
    <div className="grid gap-4">
      {mail && (
        <section className="grid gap-2">
          <h3>Email</h3>
          <p className="max-w-none font-700 break-anywhere">{mail.subject}</p>
          <p className="soft text-small">To {breakAroundAt(mail.receiver)}</p>
          <MailFrame key={mail.page} src={mail.page} />
        </section>
      )}
      {mail && <MailTextPanel title="Email as plain text" mail={mail} />}
      {sms && <MailTextPanel title="Text message" mail={{ subject: '', text: sms }} />}
      <p className="soft text-small">Private codes and one-time links are masked.</p>
    </div>
  );
}

/** Shows the email with its own styles, which our policy bars from the page. The frame is as high as the email. */
function MailFrame({ src }: { src: string }) {
  const [height, setHeight] = useState(480);
  return (
    <iframe
      title="Email"
      src={src}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      className="w-full rounded-ticket border-2 border-rule"
      style={{ height }}
      onLoad={({ currentTarget }) => setHeight(currentTarget.contentDocument?.documentElement.scrollHeight ?? height)}
    />
  );
}
