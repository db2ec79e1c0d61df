import type { ReactNode } from 'react';
import { useSend } from '../../../api/use-send.ts';
import { site } from '../../../config/site.ts';
import type { Connection } from '../../../domain/shops/connection.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { Verbatim } from '../../../ui/verbatim.tsx';

interface ConnectionStepsProps {
  connection: Connection;
  /** WooCommerce's, if it was made just now. */
  secret: string | null;
}

export function ConnectionSteps({ connection, secret }: ConnectionStepsProps) {
  const { kind, url } = connection;
  return (
    <ol className="stack gap-4 max-w-160 mt-4 pl-6 mb-0 list-decimal">
      {kind === 'woocommerce' ? (
        <>
          <li>
            In WordPress, open <b translate="no">WooCommerce → Settings → Advanced → Webhooks</b> and add a webhook.
            Status: <b translate="no">Active</b>. Topic: <b translate="no">Order updated</b>, which is sent for new
            orders, too, once they are paid.
          </li>
          <li>
            Paste this as <b translate="no">Delivery URL</b>:
            <ToCopy text={url} label="Copy address" />
          </li>
          <li>
            {secret === null ? (
              <>
                Paste the secret, which we showed you once. If you no longer have it, press <b>New secret</b>.
              </>
            ) : (
              <>
                Paste this as <b translate="no">Secret</b>. It is shown only now:
                <ToCopy text={secret} label="Copy secret" />
              </>
            )}
          </li>
          <li>
            Leave the API version as it is, and save. When somebody orders, you’ll see it here and in your drafts.
          </li>
          <li>
            Add a second webhook in the same way, with the topic <b translate="no">Order deleted</b>: it takes back the
            drafts of orders that you move to the trash.
          </li>
        </>
      ) : (
        <>
          <li>
            In Shopify, open <b translate="no">Settings → Notifications → Webhooks</b> and create a webhook. Event:{' '}
            <b translate="no">Order update</b>, which is sent for new orders, too. Format: <b translate="no">JSON</b>.
          </li>
          <li>
            Paste this as <b translate="no">URL</b>, and save:
            <ToCopy text={url} label="Copy address" />
          </li>
          <li>
            Below the list, Shopify says what “your webhooks will be signed with”. Copy that here, so that{' '}
            <Verbatim>{site.name}</Verbatim> knows its orders:
            <ShopifySecretForm connection={connection} />
          </li>
          <li>
            Press <b translate="no">Send test</b> in Shopify. The test shows here, and makes no draft.
          </li>
          <li>
            Add a second webhook in the same way, with the event <b translate="no">Order deletion</b>: it takes back the
            drafts of orders that you delete.
          </li>
        </>
      )}
    </ol>
  );
}

function ToCopy({ text, label }: { text: string; label: string }): ReactNode {
  return (
    <div className="mt-2 border border-field-rule rounded-ctl bg-sheet p-3 grid gap-3">
      <span translate="no" className="typed break-anywhere">
        {text}
      </span>
      <div>
        <CopyButton small variant="outline" value={text} label={label} copiedLabel="Copied" />
      </div>
    </div>
  );
}

function ShopifySecretForm({ connection: { id, hasSecret } }: { connection: Connection }) {
  const save = useSend('shopConnection.replaceSecret');
  const form = useForm({ defaultValues: { secret: '' } });
  return (
    <Form
      form={form}
      className="mt-2 gap-3"
      errorTitle="The secret was not saved"
      onSubmit={async ({ secret }) => {
        await save.mutateAsync({ id, secret });
        form.reset();
        toast.success('Secret saved');
      }}
    >
      <TextField
        name="secret"
        label="Secret"
        hint={hasSecret ? 'One is saved. Paste another to replace it.' : undefined}
        autoComplete="off"
        spellCheck={false}
        mono
        required
      />
      <div>
        <SubmitButton pendingLabel="Saving" icon="check" label="Save secret" />
      </div>
    </Form>
  );
}
