import { type NotificationPreferences, NotificationPreferencesSchema } from '../../domain/push.ts';
import { SHIPMENT_STATUSES, statusLabel } from '../../domain/shipment-status.ts';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { Form } from '../../ui/form/form.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { toast } from '../../ui/toast/toast.ts';
import { useUpdateNotifications } from './mutations.ts';

const CHANNELS = [
  { name: 'mail', label: 'Email' },
  { name: 'push', label: 'Notification' },
] as const;

export function PreferencesForm({ preferences }: { preferences: NotificationPreferences }) {
  const update = useUpdateNotifications();
  const form = useSchemaForm(NotificationPreferencesSchema, { values: preferences });
  return (
    <Form
      form={form}
      persistAs="notifications"
      aria-labelledby="tell-me"
      errorTitle="Your changes weren’t saved"
      onSubmit={async (values) => {
        await update.mutateAsync(values);
        form.reset(values, { keepDirtyValues: false, keepDirty: false });
        toast.success('Saved');
      }}
    >
      <div className="border-t-2 border-rule-strong">
        {SHIPMENT_STATUSES.map((status) => (
          <fieldset key={status} className="flex flex-wrap items-center gap-x-3 py-1 border-b border-rule">
            <legend className="float-left flex-[1_1_7rem] font-650">{statusLabel(status)}</legend>
            <div className="flex flex-wrap gap-x-6">
              {CHANNELS.map(({ name, label }) => (
                <Checkbox key={name} {...form.register(name)} value={status}>
                  {label}
                </Checkbox>
              ))}
            </div>
          </fieldset>
        ))}
      </div>
      <div>
        <SubmitButton variant="outline" pendingLabel="Saving" icon="check" label="Save" />
      </div>
    </Form>
  );
}
