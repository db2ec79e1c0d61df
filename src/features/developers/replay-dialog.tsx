import { subDays } from 'date-fns/subDays';
import { useState } from 'react';
import * as v from 'valibot';
import { useSend } from '../../api/use-send.ts';
import { counted } from '../../domain/figures.ts';
import { fromLocalInput, toLocalInput } from '../../domain/local-time.ts';
import { readerTimeZone } from '../../domain/time-zone.ts';
import { ReplaySchema, WEBHOOK_EVENT_DAYS, type Webhook } from '../../domain/webhook.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { toast } from '../../ui/toast/toast.ts';

export function ReplayDialog({ webhook: { id, url }, onClose }: { webhook: Webhook; onClose: () => void }) {
  const replay = useSend('webhook.replay');
  const zone = readerTimeZone();
  const [now] = useState(() => new Date());
  const daysAgo = (days: number) => toLocalInput(subDays(now, days).toISOString(), zone);
  const form = useSchemaForm(
    v.object({
      since: v.pipe(
        v.string(),
        v.transform((local) => fromLocalInput(local, zone)),
        ReplaySchema.entries.since,
      ),
    }),
    { defaultValues: { since: daysAgo(1) } },
  );
  return (
    <FormDialog
      title="Send events again"
      form={form}
      errorTitle="Nothing was sent again"
      send={async ({ since }) => {
        const { queued } = await replay.mutateAsync({ id, since });
        if (queued > 0) toast.success(`Sending ${counted(queued, 'message')} again`);
        else toast.info('Nothing to send', 'There were no events since then, or they still wait to be sent.');
      }}
      submit={{ label: 'Send again', pendingLabel: 'Sending', icon: 'refresh-cw' }}
      onClose={onClose}
    >
      <p translate="no" className="typed text-small soft break-anywhere">
        {url}
      </p>
      <p>
        We send each event since then again, oldest first, even if it arrived. A message keeps its{' '}
        <code className="typed">webhook-id</code>, so your program can tell what it already has.
      </p>
      <TextField
        name="since"
        label="Since"
        type="datetime-local"
        hint={`Up to ${WEBHOOK_EVENT_DAYS} days ago.`}
        min={daysAgo(WEBHOOK_EVENT_DAYS)}
        max={daysAgo(0)}
        mono
        required
      />
    </FormDialog>
  );
}
