import { useSend } from '../../../api/use-send.ts';
import type { Connection } from '../../../domain/shops/connection.ts';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { Verbatim } from '../../../ui/verbatim.tsx';

/** States of orders that we don’t take automatically: their shop says which to send. */
export function ConnectionStates({ connection: { id, states } }: { connection: Connection }) {
  const accept = useSend('shopConnection.change', { done: 'States saved', failed: 'The states were not saved' });
  const accepted = states.filter(({ isAccepted }) => isAccepted).map(({ state }) => state);
  return (
    <fieldset className="grid gap-1" disabled={accept.isPending}>
      <legend className="font-650">Orders in these states are to be sent, too</legend>
      {states.map(({ state, isAccepted }) => (
        <Checkbox
          key={state}
          checked={isAccepted}
          onChange={({ target }) =>
            accept.mutate({
              id,
              acceptedStates: target.checked ? [...accepted, state] : accepted.filter((one) => one !== state),
            })
          }
        >
          <Verbatim>{state}</Verbatim>
        </Checkbox>
      ))}
    </fieldset>
  );
}
