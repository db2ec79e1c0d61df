import type { Group, NameIn } from '../api/calls/idempotency.ts';
import type { ChangeOptions } from '../api/use-change.ts';
import { useSend } from '../api/use-send.ts';
import type { Inputs, Outputs } from '../domain/calls/calls.ts';
import { Opener, type OpeningButton } from '../ui/opener.tsx';
import { type Changed, ConfirmChange, type Question } from './confirm-change.tsx';

/** What follows a call of the server. */
export type Calling<Answer, Input> = Pick<ChangeOptions<Answer, Input>, 'done' | 'onSuccess' | 'onError' | 'onSettled'>;

type Called<G extends Group, Name extends NameIn<G>> = Calling<Outputs[G][Name], Inputs[G][Name]> & {
  call: `${G}.${Name}`;
  input: Inputs[G][Name];
  failed: string;
};

type Button = { button: OpeningButton };

/**
 * A button that asks before it calls the server. The question stays until the answer is there, says why it
 * was refused, and gives the focus back to the button.
 */
export const Act = <G extends Group, Name extends NameIn<G>, Input>(
  act: Button & Question & (Called<G, Name> | Changed<Input>),
) => ('change' in act ? <ActOfChange {...act} /> : <ActOfCall {...act} />);

function ActOfCall<G extends Group, Name extends NameIn<G>>(act: Button & Question & Called<G, Name>) {
  const { call, done, failed, onSuccess, onError, onSettled, ...question } = act;
  const change = useSend<G, Name>(call, { done, failed, onSuccess, onError, onSettled });
  return <ActOfChange {...question} change={change} />;
}

const ActOfChange = <Input,>({ button, ...question }: Button & Question & Changed<Input>) => (
  <Opener button={button}>{(close) => <ConfirmChange {...question} onClose={close} />}</Opener>
);
