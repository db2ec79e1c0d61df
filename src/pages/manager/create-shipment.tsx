import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { showOnForm } from '../../api/form-errors.ts';
import { toLocalInput } from '../../domain/local-time.ts';
import { paths } from '../../domain/paths.ts';
import { CreateShipmentSchema, DEFAULT_PAYER } from '../../domain/shipment.ts';
import { useCreateShipment } from '../../features/manage-shipments/mutations.ts';
import { ShipmentFields } from '../../features/manage-shipments/shipment-fields.tsx';
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Form } from '../../ui/form/form.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { PageHead } from '../../ui/page-head.tsx';

/** /manager/shipments/create. Sender and receiver get their codes by mail as soon as it is saved. */
export function Component() {
  const navigate = useNavigate();
  const create = useCreateShipment();
  const [isUploading, setUploading] = useState(false);
  const form = useForm({
    resolver: valibotResolver(CreateShipmentSchema),
    defaultValues: { service: 'Package', payer: DEFAULT_PAYER, shipDate: toLocalInput(new Date().toISOString()) },
  });

  return (
    <main id="main" className="page stack">
      <PageHead title="Create shipment" description="Register a new shipment." noindex />
      <Breadcrumbs
        crumbs={[
          { label: 'Manager', to: paths.manager },
          { label: 'Shipments', to: paths.manageShipments() },
          { label: 'Create shipment' },
        ]}
      />
      <h1>Create shipment</h1>
      <Form
        form={form}
        className="gap-8"
        errorTitle="The shipment was not created"
        onSubmit={async (values) => {
          try {
            const { id } = await create.mutateAsync(values);
            navigate(paths.manageShipment(id));
          } catch (error) {
            showOnForm(form, error);
          }
        }}
      >
        <ShipmentFields onUploading={setUploading} />
        <div className="row border-t-2 border-rule-strong pt-6">
          <SubmitButton pendingLabel="Creating" icon="package-plus" disabled={isUploading}>
            Create shipment
          </SubmitButton>
          <ButtonLink to={paths.manageShipments()} variant="quiet">
            Cancel
          </ButtonLink>
        </div>
      </Form>
    </main>
  );
}
