import { useQuery } from '@tanstack/react-query';
import { canUsePasskeys } from '../../browser/passkeys/can-use-passkeys.ts';
import { Button } from '../../ui/button.tsx';
import { QueryView } from '../../ui/list/query-view.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { useAddPasskey } from './mutations.ts';
import { PasskeyList } from './passkey-list.tsx';
import { factorsQuery } from './queries.ts';

export function PasskeysSection() {
  const factors = useQuery(factorsQuery);
  const add = useAddPasskey();
  return (
    <section aria-labelledby="passkeys">
      <h2 id="passkeys" className="block-head">
        Passkeys
      </h2>
      <QueryView query={factors}>{(data) => <PasskeyList passkeys={data.passkeys} />}</QueryView>
      {add.failure && (
        <Notice tone="bad" title={add.failure.title} live>
          {add.failure.message}
        </Notice>
      )}
      {canUsePasskeys() && (
        <Button
          icon="plus"
          pending={add.isPending}
          pendingLabel="Waiting for this device"
          onClick={() => add.mutate(undefined, { onSuccess: () => toast.success('Passkey added') })}
        >
          Add a passkey
        </Button>
      )}
    </section>
  );
}
