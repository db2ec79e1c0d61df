import { counted } from '../domain/figures.ts';
import { useProfile } from '../features/session/queries.ts';
import { forgetLostWork, useLostWork } from '../outbox/lost-work.ts';
import { Banner } from '../ui/layout/banner.tsx';

export function LostWorkBanner() {
  const userId = useProfile()?.id;
  const count = useLostWork(userId);
  if (!userId || count === 0) return null;
  return (
    <Banner icon="triangle-alert" action={{ label: 'OK', icon: 'check', onClick: () => forgetLostWork(userId) }}>
      <b>This browser deleted {counted(count, 'unsent action')}.</b> It clears data when the device runs out of space.
      Enter {count === 1 ? 'it' : 'them'} again.
    </Banner>
  );
}
