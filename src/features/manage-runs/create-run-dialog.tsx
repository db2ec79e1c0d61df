import { useRef, useState } from 'react';
import { serverErrorOf } from '../../api/calls/call-error.ts';
import { usePageVisit } from '../../browser/use-page-visit.ts';
import { counted } from '../../domain/figures.ts';
import { paths } from '../../domain/paths.ts';
import { RunFormSchema } from '../../domain/runs/manage.ts';
import type { RunList } from '../../domain/runs/views.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { type Decision, ToDecideNotice } from '../run-pool/to-decide-notice.tsx';
import type { Selection } from '../selection/use-selection.ts';
import { CourierField } from './courier-field.tsx';
import { useCreateRun } from './mutations.ts';

interface NewRunProps {
  list: RunList | undefined;
  selection: Selection;
  primary?: boolean;
}

/** A run without a selection asks for shipments. */
export function NewRun({ list, selection, primary = false }: NewRunProps) {
  const [isCreating, setCreating] = useState(false);
  const { navigateIfShown } = usePageVisit();
  return (
    <>
      <Button
        variant={primary ? 'primary' : 'outline'}
        icon={primary ? 'plus' : 'truck'}
        className={primary ? '' : 'min-h-$h-field'}
        onClick={() => setCreating(true)}
      >
        New run
      </Button>
      {list && isCreating && (
        <CreateRunDialog
          day={list.day}
          name={`Run ${list.runs.filter(({ day }) => day === list.day).length + 1}`}
          shipmentIds={selection.chosen.map(({ id }) => id)}
          onCreated={(id) => {
            setCreating(false);
            navigateIfShown(paths.manageRun(id, selection.chosen.length > 0 ? {} : { view: 'add' }));
            selection.clear();
          }}
          onClose={() => setCreating(false)}
        />
      )}
    </>
  );
}

interface CreateRunDialogProps {
  day: string;
  name: string;
  shipmentIds: readonly string[];
  onCreated: (id: string) => void;
  onClose: () => void;
}

function CreateRunDialog({ day, name, shipmentIds, onCreated, onClose }: CreateRunDialogProps) {
  const create = useCreateRun();
  const decision = useRef<Decision>({});
  const form = useSchemaForm(RunFormSchema, { defaultValues: { day, name, courierId: '' } });
  return (
    <FormDialog
      title="New run"
      form={form}
      persistAs="create-run"
      errorTitle="The run was not created"
      onSubmit={async (values) => {
        const { without = [], despite } = decision.current;
        decision.current = {};
        const ids = shipmentIds.filter((id) => !without.includes(id));
        try {
          onCreated((await create.mutateAsync({ ...values, shipmentIds: ids, despite })).id);
        } catch (error) {
          // The run was not created, and the notice says why.
          if (serverErrorOf(error).toDecide.length > 0) form.setError('root.toDecide', { type: 'server' });
          else throw error;
        }
      }}
      submit={{ label: 'Create run', pendingLabel: 'Creating', icon: 'plus' }}
      onClose={onClose}
    >
      {shipmentIds.length > 0 && <p>With {counted(shipmentIds.length, 'selected shipment')}.</p>}
      <ToDecideNotice
        type="submit"
        shipments={serverErrorOf(create.error).toDecide}
        pending={create.isPending}
        onDecide={(made) => {
          decision.current = made;
        }}
      />
      <TextField name="name" label="Name" autoComplete="off" required />
      <TextField name="day" label="Day" type="date" mono required />
      <CourierField label="Courier" />
    </FormDialog>
  );
}
