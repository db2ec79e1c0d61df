import { DescriptionItem, DescriptionList } from '../../ui/layout/description-list.tsx';
import { TicketCard } from '../../ui/layout/ticket-card.tsx';
import { Skeleton, SkeletonRegion } from '../../ui/list/skeleton.tsx';

export function ShipmentCardSkeleton() {
  return (
    <SkeletonRegion label="Loading the shipment">
      <div aria-hidden="true">
        <TicketCard
          status={{
            tone: 'plain',
            icon: 'package',
            caption: 'Status',
            label: <Skeleton className="w-40 h-7.5 md:-mb-1.25" />,
          }}
          stub={
            <DescriptionList columns={2} boxed={false}>
              <DescriptionItem caption="Description" wide value={<Skeleton className="w-44 h-6" />} />
              <DescriptionItem caption="Estimated delivery" value={<Skeleton className="w-24 h-12 md:h-6" />} />
              <DescriptionItem caption="Invoice" value={<Skeleton className="w-28 h-6" />} />
            </DescriptionList>
          }
        >
          <div className="flex items-center h-11">
            <span className="cap">Tracking ID</span>
          </div>
          <p className="grid text-id">
            <Skeleton className="w-72 lg:w-110 h-[.7lh] my-[.15lh]" />
          </p>
          <Skeleton className="w-72 lg:w-110 h-12 mt-3 mb-2" />
        </TicketCard>
      </div>
    </SkeletonRegion>
  );
}
