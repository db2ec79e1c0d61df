import type { FieldValues } from 'react-hook-form';
import type { Group, NameIn } from '../api/calls/idempotency.ts';
import { useSend } from '../api/use-send.ts';
import type { Inputs, Outputs } from '../domain/calls/calls.ts';
import type { Calling } from './act.tsx';
import { SchemaDialog, type SchemaDialogProps } from './schema-dialog.tsx';

type ActFormProps<G extends Group, Name extends NameIn<G>, Fields extends FieldValues, Output> = Omit<
  SchemaDialogProps<Fields, Output>,
  'send' | 'onSubmit' | 'errorTitle'
> &
  Calling<Outputs[G][Name], Inputs[G][Name]> & {
    call: `${G}.${Name}`;
    failed: string;
  } & ([Output] extends [Inputs[G][Name]]
    ? { toInput?: (values: Output) => Inputs[G][Name] }
    : { toInput: (values: Output) => Inputs[G][Name] });

/**
 * The open form of an act. What is refused is said at its field, with all that was typed. Sent again, the
 * same values take effect once, except where the answer is a secret, which the server never stores.
 */
export function ActForm<G extends Group, Name extends NameIn<G>, Fields extends FieldValues, Output>({
  call,
  toInput,
  failed,
  done,
  onSuccess,
  onError,
  onSettled,
  ...dialog
}: ActFormProps<G, Name, Fields, Output>) {
  const { mutateAsync } = useSend<G, Name>(call, { done, onSuccess, onError, onSettled });
  return (
    <SchemaDialog
      {...dialog}
      errorTitle={failed}
      send={(values: Output) => mutateAsync(toInput ? toInput(values) : (values as Inputs[G][Name]))}
    />
  );
}
