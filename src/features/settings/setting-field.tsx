import { type ReactNode, Suspense } from 'react';
import { lazyNamed } from '../../browser/loading/lazy-named.ts';
import { BRAND_SETTINGS, type SettingInput, type SettingKey } from '../../domain/settings/brand-settings.ts';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { TextareaField } from '../../ui/form/textarea-field.tsx';
import { Skeleton } from '../../ui/list/skeleton.tsx';
import { DaysEditor, type EditorProps, PairsEditor, RatesEditor, SeveralEditor, WindowsEditor } from './editors.tsx';
import { SettingGroup } from './setting-group.tsx';

const ColoursEditor = lazyNamed(() => import('./colours-editor.tsx'), 'ColoursEditor');

function editorOf(input: SettingInput, control: EditorProps): ReactNode {
  switch (input.kind) {
    case 'several':
      return <SeveralEditor {...control} options={input.options} />;
    case 'pairs':
      return <PairsEditor {...control} names={input.names} />;
    case 'windows':
      return <WindowsEditor {...control} isSingle={input.isSingle ?? false} />;
    case 'days':
      return <DaysEditor {...control} />;
    case 'rates':
      return <RatesEditor {...control} />;
    case 'colours':
      return (
        <Suspense fallback={<Skeleton className="h-50" />}>
          <ColoursEditor {...control} />
        </Suspense>
      );
    default:
      return null;
  }
}

/** As many settings as possible are plain fields. */
export function SettingField({ name, usual }: { name: SettingKey; usual: string }) {
  const { label, hint, input }: { label: string; hint: string; input: SettingInput } = BRAND_SETTINGS[name];
  const placeholder = usual || undefined;
  switch (input.kind) {
    case 'line':
      return <TextField name={name} label={label} hint={hint} placeholder={placeholder} />;
    case 'long':
      return <TextareaField name={name} label={label} hint={hint} rows={2} />;
    case 'time':
      return <TextField name={name} type="time" label={label} hint={hint} mono />;
    case 'number':
      return (
        <TextField
          name={name}
          label={`${label} (${input.unit})`}
          hint={hint}
          inputMode="numeric"
          mono
          placeholder={placeholder}
        />
      );
    case 'choice':
      return (
        <SelectField
          name={name}
          label={label}
          hint={hint}
          options={input.options.map(([value, words]) => ({ value, label: words }))}
        />
      );
    case 'switch':
      return (
        <div className="field">
          <CheckboxField name={name}>
            {label}
            {hint && <span className="second-line">{hint}</span>}
          </CheckboxField>
        </div>
      );
    default:
      return (
        <SettingGroup name={name} label={label} hint={hint}>
          {(value, onChange) => editorOf(input, { value, onChange })}
        </SettingGroup>
      );
  }
}
