import { ActForm } from '../../acts/act-form.tsx';
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
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';

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
  return (
    <ActForm
      title="New key"
      schema={CreateApiKeySchema}
      values={{
        name: '',
        kind: 'test',
        scopes: ['shipments:read', 'shipments:write'],
        life: 'year',
      }}
      call="apiKey.create"
      failed="The key was not made"
      onSuccess={({ secret }) => onCreated(secret)}
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
    </ActForm>
  );
}
