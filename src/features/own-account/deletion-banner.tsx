import { formatDay } from '../../domain/day.ts';
import { Banner } from '../../ui/layout/banner.tsx';
import { useKeepAccount } from './mutations.ts';

export function DeletionBanner({ eraseOn }: { eraseOn: string }) {
  const keep = useKeepAccount();
  return (
    <Banner
      icon="trash-2"
      action={{
        label: 'Keep my account',
        icon: 'undo-2',
        showsLabel: true,
        pending: keep.isPending,
        onClick: () => keep.mutate(),
      }}
    >
      <b>Your account will be deleted.</b>{' '}
      {keep.failure ? keep.failure.message : `You can keep it until ${formatDay(eraseOn)}.`}
    </Banner>
  );
}
