import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { site } from '../../config/site.ts';
import type { CourierRun } from '../../domain/runs/views.ts';
import { allSentText, type OutboxView, unsentCount, useOutbox } from '../../outbox/outbox-view.ts';
import { requestPersistence } from '../../pwa/persistence.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { Skeleton } from '../../ui/list/skeleton.tsx';
import { useRoomForPhotos } from './proof/use-room-for-photos.ts';
import { courierFilesQuery, readinessQuery, sessionEndQuery } from './queries.ts';
import { isUnsentKnown } from './run/unsent.ts';

export function ReadinessList({ run }: { run: CourierRun }) {
  const { data: ready, refetch } = useQuery(readinessQuery);
  const { data: areFilesStored = false, refetch: checkFiles } = useQuery(courierFilesQuery);
  const hasRoom = useRoomForPhotos(run);
  const { data: endsSoon, isLoading: isCheckingEnd } = useQuery(sessionEndQuery);
  const outbox = useOutbox();
  const [wasRefused, setRefused] = useState(false);

  async function keepData() {
    setRefused(!(await requestPersistence()));
    await refetch();
  }

  useEffect(() => {
    const check = () => void checkFiles();
    // It may only just have started.
    navigator.serviceWorker?.addEventListener('controllerchange', check);
    return () => navigator.serviceWorker?.removeEventListener('controllerchange', check);
  }, [checkFiles]);

  return (
    <Section id="readiness" title="Ready to work offline" head="text-h3" className="grid gap-2">
      <ul className="border-t-2 border-rule-strong">
        <Check ok={ready?.isRunStored}>
          {ready?.isRunStored ? 'Your run is on this device' : 'Your run isn’t stored yet'}
        </Check>
        <Check ok={areFilesStored}>
          {areFilesStored ? 'Pages and scanner are on this device' : 'Pages and scanner are still loading'}
        </Check>
        <Check ok={hasRoom ?? false}>{roomWords(hasRoom)}</Check>
        <Check ok={ready?.isPersisted} action={!ready?.isPersisted && <Button onClick={keepData}>Keep it</Button>}>
          {ready?.isPersisted ? 'The browser keeps your data' : 'The browser may delete your data'}
          <span role="status" className="block">
            {wasRefused && `The browser didn’t agree. Add ${site.name} to your home screen and try again.`}
          </span>
        </Check>
        <Check ok={ready && ready.clock === null}>{ready?.clock ?? 'The clock is right'}</Check>
        <Check ok={isUnsentKnown(outbox) && unsentCount(outbox) === 0}>{unsentWords(outbox)}</Check>
        {(isCheckingEnd || endsSoon != null) && (
          <Check ok={isCheckingEnd ? undefined : !endsSoon}>
            {endsSoon
              ? 'You’ll be logged out within a day. Log out and log in again.'
              : 'You’ll stay logged in all day'}
          </Check>
        )}
      </ul>
      {ready && ready.lacks.length > 0 && (
        <p>This device doesn’t have {new Intl.ListFormat('en-GB').format(ready.lacks)}.</p>
      )}
    </Section>
  );
}

function roomWords(hasRoom: boolean | undefined): string {
  if (hasRoom === undefined) return 'Checking for room';
  return hasRoom ? 'There is room for photos' : 'This device is nearly full. Free some space for photos.';
}

function unsentWords(outbox: OutboxView): string {
  const count = unsentCount(outbox);
  if (count > 0) return `${count} not sent yet`;
  if (isUnsentKnown(outbox)) return allSentText(outbox);
  return outbox.hasFailed ? 'The outbox couldn’t be read. We’ll try again.' : 'Checking the outbox';
}

interface CheckProps {
  /** Undefined while checking. */
  ok: boolean | undefined;
  action?: ReactNode;
  children: ReactNode;
}

function Check({ ok, action, children }: CheckProps) {
  return (
    <li className="flex items-center gap-3 min-h-12 py-1 border-b border-rule">
      <Icon name={ok ? 'check' : 'triangle-alert'} className={ok === undefined ? 'invisible' : ''} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 flex-1 min-w-0">
        <span className="flex-[1_1_9em] min-w-0">
          {ok === undefined ? (
            <Skeleton className="w-44 h-4 my-1" />
          ) : (
            <>
              <span className="sr-only">{ok ? 'Ready: ' : 'Not ready: '}</span>
              {children}
            </>
          )}
        </span>
        {action && <span className={ok === undefined ? 'invisible' : ''}>{action}</span>}
      </div>
    </li>
  );
}
