import * as v from 'valibot';
import { counted } from '../../../domain/figures.ts';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts';
import { Verbatim } from '../../../ui/verbatim.tsx';
import { CheckboxGroup, ChosenSchema, GroupedCheckbox } from './checkbox-group.tsx';
import { idOf, type Proposal, type Share } from './use-proposal.ts';

const NOBODY = 'nobody';

const FormSchema = v.object({
  districts: ChosenSchema('Choose at least one district.'),
  to: v.pipe(v.string(), v.nonEmpty('Choose a courier.')),
});

interface MoveDistrictsDialogProps {
  share: Share;
  proposal: Proposal;
  onClose: () => void;
}

export function MoveDistrictsDialog({ share, proposal, onClose }: MoveDistrictsDialogProps) {
  const districts = proposal.districtsOf(share);
  const form = useSchemaForm(FormSchema, {
    defaultValues: { districts: districts.length === 1 ? districts.map(({ name }) => name) : [], to: '' },
  });
  const options = proposal.shares.flatMap((one) => {
    if (idOf(one) === idOf(share)) return [];
    return [one.courier ? { value: one.courier.id, label: one.courier.name } : { value: NOBODY, label: 'Nobody' }];
  });
  return (
    <FormDialog
      side
      title={share.courier ? `Move districts of ${share.courier.name}` : 'Move what is left out'}
      form={form}
      errorTitle="Nothing was moved"
      onSubmit={async (values) => {
        try {
          const to = values.to === NOBODY ? null : values.to;
          await proposal.move.mutateAsync({ districts: values.districts, from: idOf(share), to });
          onClose();
        } catch {
          form.setError('root', { message: 'The new figures could not be worked out. Try again.' });
        }
      }}
      submit={{ label: 'Move', pendingLabel: 'Moving', icon: 'route' }}
      onClose={onClose}
    >
      <CheckboxGroup name="districts" legend="Districts">
        {districts.map(({ name, stops, parcels }) => (
          <GroupedCheckbox key={name} name="districts" value={name}>
            <Verbatim>{name}</Verbatim>
            <span className="second-line">
              {counted(stops, 'stop')}, {counted(parcels, 'parcel')}
            </span>
          </GroupedCheckbox>
        ))}
      </CheckboxGroup>
      <SelectField name="to" label="Move to" placeholder="Choose a courier" options={options} required />
    </FormDialog>
  );
}
