import { useSearchParams } from 'react-router-dom';
import { usePageVisit } from '../../browser/use-page-visit.ts';
import { paths } from '../../domain/paths.ts';
import { CreateShipmentForm } from '../../features/manage-shipments/create-shipment-form.tsx';
import { DeskBreadcrumbs } from '../../features/session/desk-breadcrumbs.tsx';
import { useDraft } from '../../outbox/use-draft.ts';
import { PageHead } from '../../ui/layout/page-head.tsx';
import { SkeletonRows } from '../../ui/list/skeleton.tsx';

export function Component() {
  const { navigateIfShown } = usePageVisit();
  const [search] = useSearchParams();
  const draft = useDraft(search.get('draft'));

  return (
    <main id="main" className="page stack">
      <PageHead title="Create shipment" description="Register a new shipment." noindex />
      <DeskBreadcrumbs crumbs={[{ label: 'Shipments', to: paths.manageShipments() }, { label: 'Create shipment' }]} />
      <h1>Create shipment</h1>
      {draft === undefined ? (
        <SkeletonRows />
      ) : (
        <CreateShipmentForm
          draft={draft}
          onCreated={(id) => navigateIfShown(id === null ? paths.manageShipments() : paths.manageShipment(id))}
          onQueued={() => navigateIfShown(paths.outbox)}
        />
      )}
    </main>
  );
}
