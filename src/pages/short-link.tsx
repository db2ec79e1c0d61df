import { useEffect, useRef } from 'react';
import { useParams } from 'react-router-dom';
import { failureReasonOf, serverErrorOf } from '../api/calls/call-error.ts';
import { paths } from '../domain/paths.ts';
import { useOpenLink } from '../features/messages/mutations.ts';
import { OpenedParcels } from '../features/messages/opened-parcels.tsx';
import { PostcodeForm } from '../features/messages/postcode-form.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { PageHead } from '../ui/layout/page-head.tsx';
import { Notice } from '../ui/notice.tsx';
import { Spinner } from '../ui/spinner.tsx';

/** /s/…: where the link in a text leads. Opened by a call, so that what previews links opens none. */
export function Component() {
  const { link = '' } = useParams();
  const open = useOpenLink();
  const { data, error, mutate } = open;
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    mutate({ link });
  }, [link, mutate]);
  const canRetry = error !== null && failureReasonOf(error) !== 'rejected';
  return (
    <main id="main" className="page-narrow">
      <PageHead title="Your parcel" description="Opens the details of a parcel." noindex />
      <h1>{data?.more ? 'Your parcels' : 'Your parcel'}</h1>
      {data?.trackingId ? (
        <OpenedParcels opened={data} />
      ) : data ? (
        <PostcodeForm link={link} />
      ) : error ? (
        <Notice
          tone="bad"
          live
          action={
            canRetry ? (
              <Button icon="refresh-cw" onClick={() => mutate({ link })}>
                Try again
              </Button>
            ) : (
              <ButtonLink to={paths.track()}>Track by ID</ButtonLink>
            )
          }
        >
          {serverErrorOf(error).firstMessage}
        </Notice>
      ) : (
        <Spinner>Opening your parcel</Spinner>
      )}
    </main>
  );
}
