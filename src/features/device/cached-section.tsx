import { useMutation } from '@tanstack/react-query';
import { formatBytes } from '../../domain/figures.ts';
import type { CachedData } from '../../offline/cached-data.ts';
import { requestPersistence } from '../../pwa/persistence.ts';
import { Button } from '../../ui/button.tsx';
import { DescriptionItem, DescriptionList } from '../../ui/layout/description-list.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { otherItems, shipmentItems } from './cached-labels.ts';
import { CachedTable } from './cached-table.tsx';
import { ClearCacheButton } from './clear-cache-button.tsx';

export function CachedSection({ cached }: { cached: CachedData }) {
  const shipments = shipmentItems(cached.queries);
  const bytes = cached.queries.reduce((sum, query) => sum + query.bytes, cached.images.bytes + cached.responses.bytes);
  return (
    <>
      <DescriptionList columns={4}>
        <DescriptionItem caption="Total" mono value={formatBytes(bytes)} />
        <DescriptionItem
          caption="Shipments"
          mono
          value={String(new Set(shipments.map(({ trackingId }) => trackingId)).size)}
        />
        <DescriptionItem caption="Images" mono>
          {cached.images.count > 0 ? `${cached.images.count}, ${formatBytes(cached.images.bytes)}` : '0'}
        </DescriptionItem>
        <DescriptionItem caption="Kept" value={cached.isPersisted ? 'Until you clear it' : 'Until space runs low'} />
      </DescriptionList>
      <div className="row gap-3">
        <ClearCacheButton>
          You won’t be able to see any of it offline until you open it again. You’ll stay logged in, and anything you
          haven’t sent yet stays too.
        </ClearCacheButton>
        {!cached.isPersisted && <PersistButton />}
      </div>
      <Section id="kept-shipments" title="Shipments" head="block-head">
        <CachedTable caption="Stored shipments" lines={shipments} />
      </Section>
      <Section id="kept-others" title="Everything else" head="block-head">
        <CachedTable caption="Everything else that is stored" lines={otherItems(cached)} />
      </Section>
    </>
  );
}

function PersistButton() {
  const persist = useMutation({
    mutationFn: requestPersistence,
    onSuccess(isPersisted) {
      if (isPersisted) toast.success('Kept until you clear it');
      else toast.info('Your browser decides', 'It keeps what you use often. Installing the app helps.');
    },
  });
  return (
    <Button icon="lock" pending={persist.isPending} onClick={() => persist.mutate()}>
      Always keep
    </Button>
  );
}
