import { valibotResolver } from '@hookform/resolvers/valibot';
import * as v from 'valibot';
import { showOnForm } from '../../api/form-errors.ts';
import { exceptionText } from '../../domain/runs/exceptions.ts';
import { ResolveExceptionSchema } from '../../domain/runs/manage.ts';
import type { RunException } from '../../domain/runs/views.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../ui/dialog/dialog.tsx';
import { Form } from '../../ui/form/form.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextareaField } from '../../ui/form/textarea-field.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { useResolveException } from './mutations.ts';

const NoteFormSchema = v.pick(ResolveExceptionSchema, ['note']);

export function ResolveDialog({ exception, onClose }: { exception: RunException; onClose: () => void }) {
  const { id, kind, trackingId } = exception;
  const resolve = useResolveException();
  const form = useForm({ resolver: valibotResolver(NoteFormSchema), defaultValues: { note: '' } });
  return (
    <Dialog open onClose={onClose} title="Resolve exception" pending={resolve.isPending}>
      <Form
        form={form}
        persistAs={`resolve ${id}`}
        errorTitle="The exception was not resolved"
        onSubmit={async ({ note }) => {
          try {
            await resolve.mutateAsync({ id, ...(note && { note }) });
            onClose();
          } catch (error) {
            showOnForm(form, error);
          }
        }}
      >
        <DialogBody className="stack gap-4">
          <div>
            {trackingId && (
              <p translate="no" className="typed soft text-small">
                {trackingId}
              </p>
            )}
            <p className="font-700">{exceptionText(kind).title}</p>
          </div>
          <TextareaField name="note" label="What was done" hint="Optional. Other managers see it." rows={3} />
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <SubmitButton pendingLabel="Resolving" icon="check">
            Resolve
          </SubmitButton>
        </DialogFooter>
      </Form>
    </Dialog>
  );
}
