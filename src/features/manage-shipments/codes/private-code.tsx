import type { UseMutationResult } from '@tanstack/react-query';
import { useOnline } from '../../../browser/online-status.ts';
import type { ShipmentCodes } from '../../../domain/shipment.ts';
import { Button } from '../../../ui/button.tsx';
import { GroupedCode } from '../../../ui/grouped-code.tsx';

interface PrivateCodeProps {
  party: 'sender' | 'receiver';
  codes: UseMutationResult<ShipmentCodes, Error, string>;
  /** Identifies who has access now. */
  access: string;
}

/** Never stored or printed, so it needs a connection. */
export function PrivateCode(props: PrivateCodeProps) {
  return (
    <div className="private-code">
      <CodeOfParty {...props} />
    </div>
  );
}

function CodeOfParty({ party, codes, access }: PrivateCodeProps) {
  const { data, variables, error, isPending, mutate } = codes;
  const isOnline = useOnline();
  if (data && variables === access) return <GroupedCode code={data[`${party}Code`]} />;
  if (!isOnline)
    return <span className="soft text-small font-500">Not stored on this device. Go online to see it.</span>;
  return (
    <>
      <Button
        small
        icon="eye"
        pending={isPending}
        pendingLabel="Loading"
        className="mt-1"
        onClick={() => mutate(access)}
      >
        Show codes
      </Button>
      {error && (
        <p role="alert" className="text-small mt-1">
          {error.message}
        </p>
      )}
    </>
  );
}
