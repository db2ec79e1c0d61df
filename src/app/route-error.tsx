import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useRouteError } from 'react-router-dom';
import { CallError } from '../api/calls/call-error.ts';
import { useOnline } from '../browser/online-status.ts';
import { texts } from '../domain/errors.ts';
import { useKnownProfile } from '../features/session/queries.ts';
import { repairAndReload } from '../pwa/repair.ts';
import { claimAttempt, hasMissingChunk } from '../pwa/stale-chunks.ts';
import { Button } from '../ui/button.tsx';
import { PageHead } from '../ui/layout/page-head.tsx';
import { Notice } from '../ui/notice.tsx';

export function RouteError() {
  const error = useRouteError();
  return error instanceof CallError ? <NoResponse message={error.message} /> : <CrashPage />;
}

/** Once the header has the profile, the page opens again. */
function NoResponse({ message }: { message: string }) {
  const isKnown = useKnownProfile() !== undefined;
  const navigate = useNavigate();
  const here = useLocation();

  useEffect(() => {
    if (isKnown) void navigate(here, { replace: true, state: here.state });
  }, [isKnown, navigate, here]);

  return (
    <Trouble
      title="No response"
      sentence="This page couldn’t be loaded"
      label="Try again"
      onClick={() => location.reload()}
    >
      {message}
    </Trouble>
  );
}

/** Repairs itself if a chunk is missing, at most once a minute. */
function CrashPage() {
  const isOnline = useOnline();
  const [isRepairing, setRepairing] = useState(() => hasMissingChunk() && claimAttempt('repaired-at'));

  useEffect(() => {
    if (isRepairing) void repairAndReload();
  }, [isRepairing]);

  return (
    <Trouble
      title="Something went wrong"
      sentence="This page couldn’t be shown"
      label="Reload"
      pending={isRepairing}
      onClick={() => setRepairing(true)}
    >
      {isOnline ? 'Reload to repair the app and get the latest version.' : texts.notOnDevice}
    </Trouble>
  );
}

interface TroubleProps {
  title: string;
  sentence: string;
  label: string;
  pending?: boolean;
  onClick: () => void;
  children: string;
}

function Trouble({ title, sentence, label, pending = false, onClick, children }: TroubleProps) {
  return (
    <main id="main" className="page stack">
      <PageHead title={title} description={`${sentence}.`} noindex />
      <h1>{title}</h1>
      <Notice
        tone="bad"
        title={sentence}
        live
        action={
          <Button icon="refresh-cw" pending={pending} onClick={onClick}>
            {label}
          </Button>
        }
      >
        {children}
      </Notice>
    </main>
  );
}
