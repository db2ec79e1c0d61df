import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { AskedAddresses as All } from '../../domain/choices.ts';
import { paths } from '../../domain/paths.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';
import { useChoicesToSend } from '../choices/made-choice.tsx';
import { useSubmitChoice } from '../choices/mutations.ts';
import { askedAddressesQuery } from '../shop/queries.ts';

/** Where receivers want their parcels instead: their sender decides. */
export function AskedAddresses() {
  const { data } = useQuery(askedAddressesQuery);
  return data?.map((asked) => <Asked key={asked.choiceId} asked={asked} />);
}

function Asked({
  asked: { id, choiceId, text, trackingId, reference, description, receiverName },
}: {
  asked: All[number];
}) {
  const agree = useSubmitChoice('Agreed', 'We deliver to the new address.');
  const decline = useSubmitChoice('Declined', 'It goes to the address as before. We tell the receiver.');
  const isLeaving = useChoicesToSend(id).length > 0;
  const isPending = agree.isPending || decline.isPending || isLeaving;
  const agreed = { procedure: 'choice.make', trackingId, input: { id, kind: 'address', text, name: '' } } as const;
  const declined = { procedure: 'choice.withdraw', trackingId, input: { id, choiceId } } as const;
  return (
    <Notice
      tone="warn"
      icon="map-pin-plus"
      title={
        <>
          <Verbatim>{receiverName}</Verbatim> wants a parcel at another address
        </>
      }
    >
      <p>
        <Link to={paths.trackedShipment(trackingId)}>
          <Verbatim>{description}</Verbatim>
        </Link>
        {reference && (
          <>
            , <Verbatim>{reference}</Verbatim>
          </>
        )}
      </p>
      <p className="font-650 break-anywhere">
        <Verbatim>{text}</Verbatim>
      </p>
      <p>It counts if you agree; the fee stays.</p>
      <FailureNotice of={agree.failure ?? decline.failure} className="mt-2" />
      <div className="row gap-2 mt-3">
        <Button
          small
          variant="primary"
          icon="check"
          disabled={isPending}
          onClick={() => agree.mutate({ action: agreed })}
        >
          Agree
        </Button>
        <Button small disabled={isPending} onClick={() => decline.mutate({ action: declined })}>
          Decline
        </Button>
      </div>
    </Notice>
  );
}
