import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { useAddPasskey } from './mutations.ts';

interface AddPasskeyButtonProps {
  primary?: boolean;
  onAdded: (recoveryCodes: string[]) => void;
}

export function AddPasskeyButton({ primary = false, onAdded }: AddPasskeyButtonProps) {
  const add = useAddPasskey();
  return (
    <>
      <FailureNotice of={add.failure} />
      <div>
        <Button
          variant={primary ? 'primary' : 'outline'}
          icon="fingerprint"
          className="max-sm:w-full"
          pending={add.isPending}
          pendingLabel="Waiting for this device"
          onClick={() => add.mutate(undefined, { onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes) })}
        >
          Add a passkey
        </Button>
      </div>
    </>
  );
}
