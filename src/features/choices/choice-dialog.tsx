import { valibotResolver } from '@hookform/resolvers/valibot';
import { useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import { openForGuest } from '../../api/guest.ts';
import {
  CHOICE_TEXT_LABELS,
  type ChoiceKind,
  CONSENT,
  CONSENTS,
  choiceFormSchema,
  GROUP_OF_KIND,
  needsConsent,
  READY_NOTES,
} from '../../domain/choices.ts';
import { formatDayOfWeek } from '../../domain/dates.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { TextareaField } from '../../ui/form/textarea-field.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { KIND_LABELS } from './choice-labels.ts';
import { useSubmitChoice } from './mutations.ts';

interface ChoiceDialogProps {
  kind: ChoiceKind;
  id: string;
  trackingId: string;
  days: readonly string[];
  onClose: () => void;
}

const OF_COURIER = ['the courier', 'when it’s on the courier’s phone'] as const;
/** The one who is asked, and what the page says next. */
const ASKED = {
  note: OF_COURIER,
  place: OF_COURIER,
  when: ['our desk', 'whether we’ll do so'],
  address: ['the sender', 'when the sender agrees'],
} as const;

export function ChoiceDialog({ kind, id, trackingId, days, onClose }: ChoiceDialogProps) {
  const isAddress = kind === 'address';
  const [asked, next] = ASKED[GROUP_OF_KIND[kind]];
  const make = useSubmitChoice('Asked', `You see here ${next}.`);
  useEffect(openForGuest, []);
  const form = useForm({
    resolver: valibotResolver(choiceFormSchema(kind)),
    defaultValues: { text: '', name: '', consent: false, ...(kind === 'day' && { day: days[0] ?? '' }) },
  });
  const label = CHOICE_TEXT_LABELS[kind];
  return (
    <FormDialog
      title={KIND_LABELS[kind]}
      form={form}
      persistAs={`choice ${kind} ${id}`}
      errorTitle="Not asked"
      onSubmit={async ({ consent, day, ...entered }, onStored) => {
        const input = { id, kind, ...entered, ...(day && { day }), ...(consent && { consent: CONSENT }) };
        await make.mutateAsync({ action: { procedure: 'choice.make', trackingId, input }, onStored });
        onClose();
      }}
      submit={{ label: `Ask ${asked}`, pendingLabel: 'Asking', icon: 'send' }}
      onClose={onClose}
    >
      {kind === 'note' && <ReadyNotes />}
      {kind === 'hold' && <p>You collect it there with the code that this page shows then.</p>}
      {label &&
        (kind === 'note' ? (
          <TextareaField name="text" label={label} rows={3} maxLength={200} />
        ) : (
          <TextField
            name="text"
            label={label}
            hint={isAddress ? 'Street and number, postcode and town, in the same country' : undefined}
            maxLength={200}
          />
        ))}
      {kind === 'neighbour' && <TextField name="name" label="Name" maxLength={100} />}
      {kind === 'day' && (
        <SelectField
          name="day"
          label="Day"
          options={days.map((day) => ({ value: day, label: formatDayOfWeek(day) }))}
        />
      )}
      {needsConsent(kind) && <CheckboxField name="consent">{CONSENTS[CONSENT - 1]}</CheckboxField>}
    </FormDialog>
  );
}

function ReadyNotes() {
  const { setValue } = useFormContext();
  return (
    <div className="row gap-2">
      {READY_NOTES.map((note) => (
        <Button key={note} small onClick={() => setValue('text', note, { shouldDirty: true, shouldValidate: true })}>
          {note}
        </Button>
      ))}
    </div>
  );
}
