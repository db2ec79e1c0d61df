import { useQuery } from '@tanstack/react-query';
import { paths } from '../../domain/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';
import { undecidedQuery } from '../shop/queries.ts';

/** What wasn’t delivered: its shop decides what happens to it. */
export function Undecided() {
  const { data } = useQuery(undecidedQuery);
  return data?.map(({ trackingId, reference, description, says, reason }) => (
    <Notice
      key={trackingId}
      tone="warn"
      icon="route"
      title={
        <>
          <Verbatim>{[description, reference].filter(Boolean).join(', ')}</Verbatim>
          {reason && `: ${reason}`}
        </>
      }
      action={
        <ButtonLink small variant="primary" icon="route" to={paths.trackedShipment(trackingId, { detailed: true })}>
          Decide
        </ButtonLink>
      }
    >
      {says}
    </Notice>
  ));
}
