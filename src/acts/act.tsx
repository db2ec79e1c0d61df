import type { ReactNode } from 'react';
import type { Inputs, Outputs } from '../api/calls/app-router.ts';
import type { Group, NameIn } from '../api/calls/idempotency.ts';
import type { Change, ChangeOptions } from '../api/use-change.ts';
import { useSend } from '../api/use-send.ts';
import { ConfirmDialog } from '../ui/dialog/dialog.tsx';
import { Opener, type OpeningButton } from '../ui/dialog/opener.tsx';

interface Question {
  button: OpeningButton;
  title: ReactNode;
  label: string;
  pendingLabel: string;
  cancelLabel?: string;
  destructive?: boolean;
  children: ReactNode;
}

/** What follows a call of the server. */
export type Calling<Answer, Input> = Pick<
  ChangeOptions<Answer, Input>,
  'done' | 'onSuccess' | 'onError' | 'onSettled' | 'mutationKey'
>;

type Called<G extends Group, Name extends NameIn<G>> = Calling<Outputs[G][Name], Inputs[G][Name]> & {
  call: `${G}.${Name}`;
  input: Inputs[G][Name];
  failed: string;
};

interface Changed<Input> {
  change: Change<Input>;
  input: Input;
}

/**
 * A button that asks before it calls the server. The question stays until the answer is there, says why it
 * was refused, and gives the focus back to the button.
 */
export const Act = <G extends Group, Name extends NameIn<G>, Input>(
  act: Question & (Called<G, Name> | Changed<Input>),
) => ('change' in act ? <Asking {...act} /> : <CallAsking {...act} />);

function CallAsking<G extends Group, Name extends NameIn<G>>(act: Question & Called<G, Name>) {
  const { call, done, failed, onSuccess, onError, onSettled, mutationKey, ...question } = act;
  const change = useSend<G, Name>(call, { done, failed, onSuccess, onError, onSettled, mutationKey });
  return <Asking {...question} change={change} />;
}

function Asking<Input>({ button, change, input, label, ...question }: Question & Changed<Input>) {
  return (
    <Opener button={button}>
      {(close) => {
        const leave = () => {
          change.reset();
          close();
        };
        return (
          <ConfirmDialog
            {...question}
            open
            onClose={leave}
            onConfirm={() => change.mutate(input, { onSuccess: leave })}
            confirmLabel={label}
            pending={change.isPending}
            error={change.failure}
          />
        );
      }}
    </Opener>
  );
}
