import { useSend } from '../../api/use-send.ts';
import {
  API_SCOPES,
  CreateApiKeySchema,
  KEY_KINDS,
  KEY_LIVES,
  type KeyKind,
  type KeyLife,
  SCOPE_LABELS,
} from '../../domain/api-key.ts';
import { keysOf } from '../../domain/field-schemas.ts';
import { ChoiceField } from '../../ui/form/choice-field.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';

const LIFE_LABELS: Record<KeyLife, string> = {
  month: 'In 30 days',
  quarter: 'In 90 days',
  year: 'In a year',
  never: 'Never',
};

const KIND_LABELS: Record<KeyKind, string> = {
  test: 'Test: nothing is really sent',
  live: 'Live: for real shipments',
};

export function CreateKeyDialog({ onClose, onCreated }: { onClose: () => void; onCreated: (secret: string) => void }) {
  const create = useSend('apiKey.create');
  const form = useSchemaForm(CreateApiKeySchema, {
    defaultValues: {
      name: '',
      kind: 'test',
      scopes: ['shipments:read', 'shipments:write'],
      life: 'year',
    },
  });
  return (
    <FormDialog
      title="New key"
      form={form}
      errorTitle="The key was not made"
      onSubmit={async (values) => {
        onCreated((await create.mutateAsync(values)).secret);
      }}
      submit={{ label: 'Make key', pendingLabel: 'Making', icon: 'check' }}
      onClose={onClose}
    >
      <TextField name="name" label="Name" hint="Such as the program that uses it." autoComplete="off" required />
      <SelectField
        name="kind"
        label="Kind"
        options={KEY_KINDS.map((kind) => ({ value: kind, label: KIND_LABELS[kind] }))}
      />
      <ChoiceField
        name="scopes"
        label="Rights"
        options={API_SCOPES.map((scope) => ({ value: scope, label: SCOPE_LABELS[scope], detail: scope }))}
      />
      <SelectField
        name="life"
        label="Expires"
        options={keysOf(KEY_LIVES).map((life) => ({ value: life, label: LIFE_LABELS[life] }))}
      />
    </FormDialog>
  );
}
