import { useSearchParams } from 'react-router-dom';
import { usePageVisit } from '../../browser/use-page-visit.ts';
import { paths } from '../../domain/paths.ts';
import { CreateShipmentForm } from '../../features/manage-shipments/create-shipment-form.tsx';
import { DeskPage } from '../../features/session/desk-page.tsx';
import { useDraft } from '../../outbox/use-draft.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { SkeletonRows } from '../../ui/list/skeleton.tsx';

export function Component() {
  const { navigateIfShown } = usePageVisit();
  const [search] = useSearchParams();
  const draft = useDraft(search.get('draft'));

  return (
    <DeskPage
      title="Create shipment"
      description="Register a new shipment."
      above={[{ label: 'Shipments', to: paths.manageShipments() }]}
      heading={
        <div className="row justify-between">
          <h1>Create shipment</h1>
          <ButtonLink small variant="quiet" icon="refresh-cw" to={paths.manageRecurring()}>
            Recurring orders
          </ButtonLink>
        </div>
      }
    >
      {draft === undefined ? (
        <SkeletonRows />
      ) : (
        <CreateShipmentForm
          draft={draft}
          onCreated={(id) => navigateIfShown(id === null ? paths.manageShipments() : paths.manageShipment(id))}
          onQueued={() => navigateIfShown(paths.outbox)}
        />
      )}
    </DeskPage>
  );
}
