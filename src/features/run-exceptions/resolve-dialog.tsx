import * as v from 'valibot';
import { SchemaDialog } from '../../acts/schema-dialog.tsx';
import { exceptionText } from '../../domain/runs/exceptions.ts';
import { ResolveExceptionSchema } from '../../domain/runs/manage.ts';
import type { RunException } from '../../domain/runs/views.ts';
import { TextareaField } from '../../ui/form/textarea-field.tsx';
import { useResolveException } from './mutations.ts';

const NoteFormSchema = v.pick(ResolveExceptionSchema, ['note']);

export function ResolveDialog({ exception, onClose }: { exception: RunException; onClose: () => void }) {
  const { id, kind, trackingId } = exception;
  const resolve = useResolveException();
  return (
    <SchemaDialog
      title="Resolve exception"
      schema={NoteFormSchema}
      values={{ note: '' }}
      persistAs={`resolve ${id}`}
      errorTitle="The exception was not resolved"
      send={({ note }) => resolve.mutateAsync({ id, ...(note && { note }) })}
      submit={{ label: 'Resolve', pendingLabel: 'Resolving', icon: 'check' }}
      onClose={onClose}
    >
      <div>
        {trackingId && (
          <p translate="no" className="typed soft text-small">
            {trackingId}
          </p>
        )}
        <p className="font-700">{exceptionText(kind).title}</p>
      </div>
      <TextareaField name="note" label="What was done" hint="Optional. Other managers see it." rows={3} />
    </SchemaDialog>
  );
}
