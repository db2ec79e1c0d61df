import { useQuery } from '@tanstack/react-query';
import { serverErrorOf } from '../../api/calls/call-error.ts';
import { PushFailure, type PushSupport, usePushSupport } from '../../pwa/push-device.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useFollowByPush, useStopPush } from './mutations.ts';
import { pushedQuery } from './queries.ts';

const UNAVAILABLE_REASON: Record<Exclude<PushSupport, 'ready'>, string> = {
  denied: 'Notifications are blocked. Allow them for this site in the browser’s settings, then come back.',
  'install-first':
    'On iPhone and iPad, only installed apps show notifications. Tap Share, then Add to Home Screen, and open the app from there.',
  unsupported: 'This browser can’t show notifications.',
};

interface PushSwitchProps {
  /** Null: all of the person's own shipments. */
  trackingId: string | null;
}

export function PushSwitch({ trackingId }: PushSwitchProps) {
  const way = usePushSupport();
  const { data: pushed } = useQuery(pushedQuery);
  const follow = useFollowByPush(trackingId);
  const stop = useStopPush(trackingId);
  if (way !== 'ready') return <p className="soft">{UNAVAILABLE_REASON[way]}</p>;
  const isOn = trackingId === null ? pushed?.own : pushed?.trackingIds.includes(trackingId);
  const { error, isPending, mutate } = isOn ? stop : follow;
  const of =
    trackingId === null ? 'the status of any of your shipments changes' : 'the status of this shipment changes';
  return (
    <div className="grid gap-3 justify-items-start">
      <p role="status">
        {isOn
          ? `You’ll be notified here when ${of}.`
          : `Get notified on this device when ${of}, even while the app is closed.`}
      </p>
      {error && (
        <Notice tone="bad" live title={isOn ? 'Notifications are still on' : 'Notifications are still off'}>
          {error instanceof PushFailure ? error.message : serverErrorOf(error).message}
        </Notice>
      )}
      <Button
        icon={isOn ? 'bell-off' : 'bell'}
        pending={isPending}
        pendingLabel={isOn ? 'Turning off' : 'Turning on'}
        onClick={() => mutate()}
      >
        {isOn ? 'Stop notifying me' : 'Notify me'}
      </Button>
    </div>
  );
}
