import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type FieldValues, useFormState } from 'react-hook-form';
import { Button } from '../button.tsx';
import { Dialog, DialogBody, DialogFooter, focusFirstField } from '../dialog/dialog.tsx';
import { Form, type FormProps } from './form.tsx';
import { SubmitButton, type SubmitButtonProps } from './submit-button.tsx';

interface DialogFormProps<Values extends FieldValues, Context, Output>
  extends Pick<FormProps<Values, Context, Output>, 'form' | 'onSubmit' | 'persistAs' | 'errorTitle' | 'children'> {
  submit: SubmitButtonProps;
  onClose: () => void;
  bodyClass?: string;
}

export function DialogForm<Values extends FieldValues, Context, Output>({
  submit,
  onClose,
  bodyClass = 'stack gap-4',
  children,
  ...form
}: DialogFormProps<Values, Context, Output>) {
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => focusFirstField(body.current), []);
  return (
    <Form {...form}>
      <DialogBody ref={body} className={bodyClass}>
        {children}
      </DialogBody>
      <DialogFooter>
        <CancelButton onClose={onClose} />
        <SubmitButton {...submit} />
      </DialogFooter>
    </Form>
  );
}

function CancelButton({ onClose }: { onClose: () => void }) {
  const { isSubmitting } = useFormState();
  return (
    <Button onClick={onClose} disabled={isSubmitting}>
      Cancel
    </Button>
  );
}

export type FormDialogProps<Values extends FieldValues, Context, Output> = Omit<
  DialogFormProps<Values, Context, Output>,
  'onSubmit'
> & { title: ReactNode; side?: boolean } & (
    | { send: (values: Output) => unknown; onSubmit?: undefined }
    | { send?: undefined; onSubmit: FormProps<Values, Context, Output>['onSubmit'] }
  );

/** An open dialog with a form, which cannot be closed while it is being sent. `send`: closes it then. */
export function FormDialog<Values extends FieldValues, Context, Output>({
  title,
  side,
  send,
  onSubmit = async (values) => {
    await send?.(values);
    form.onClose();
  },
  ...form
}: FormDialogProps<Values, Context, Output>) {
  const [isPending, setPending] = useState(false);
  return (
    <Dialog open side={side ?? false} onClose={form.onClose} title={title} pending={isPending}>
      <DialogForm
        {...form}
        onSubmit={async (values, onStored) => {
          setPending(true);
          try {
            await onSubmit(values, onStored);
          } finally {
            setPending(false);
          }
        }}
      />
    </Dialog>
  );
}
