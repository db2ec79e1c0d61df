import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useRouteError } from 'react-router-dom';
import { isFailedCall, serverErrorOf } from '../api/calls/server-error.ts';
import { texts } from '../domain/errors.ts';
import { useKnownProfile } from '../features/session/queries.ts';
import { useOnline } from '../offline/online-status.ts';
import { repairAndReload } from '../pwa/repair.ts';
import { claimAttempt, hasMissingChunk } from '../pwa/stale-chunks.ts';
import { Button } from '../ui/button.tsx';
import { PageHead } from '../ui/layout/page-head.tsx';
import { Notice } from '../ui/notice.tsx';

/**
 * Shown when a page crashes. If a chunk is missing it repairs the app itself, at most once a
 * minute.
 */
export function RouteError() {
  const error = useRouteError();
  return isFailedCall(error) ? <NoResponse message={serverErrorOf(error).message} /> : <CrashPage />;
}

/** A guard needs the profile, and no response came. Once the header has it, the page is opened again. */
function NoResponse({ message }: { message: string }) {
  const isKnown = useKnownProfile() !== undefined;
  const navigate = useNavigate();
  const here = useLocation();

  useEffect(() => {
    if (isKnown) void navigate(here, { replace: true, state: here.state });
  }, [isKnown, navigate, here]);

  return (
    <main id="main" className="page stack">
      <PageHead title="No response" description="This page couldn’t be loaded." noindex />
      <h1>No response</h1>
      <Notice
        tone="bad"
        title="This page couldn’t be loaded"
        live
        action={
          <Button icon="refresh-cw" onClick={() => location.reload()}>
            Retry
          </Button>
        }
      >
        {message}
      </Notice>
    </main>
  );
}

function CrashPage() {
  const isOnline = useOnline();
  const [isRepairing, setRepairing] = useState(() => hasMissingChunk() && claimAttempt('repaired-at'));

  useEffect(() => {
    if (isRepairing) void repairAndReload();
  }, [isRepairing]);

  return (
    <main id="main" className="page stack">
      <PageHead title="Something went wrong" description="This page couldn’t be shown." noindex />
      <h1>Something went wrong</h1>
      <Notice
        tone="bad"
        title="This page couldn’t be shown"
        live
        action={
          <Button icon="refresh-cw" pending={isRepairing} onClick={() => setRepairing(true)}>
            Reload
          </Button>
        }
      >
        {isOnline ? 'Reload to repair the app and get the latest version.' : texts.notOnDevice}
      </Notice>
    </main>
  );
}
