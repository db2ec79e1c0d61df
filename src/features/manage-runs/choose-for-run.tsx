import { canBeInRun } from '../../domain/runs/manage.ts';
import type { ManagedShipmentSummary } from '../../domain/shipment.ts';
import { ManagedShipmentTable } from '../manage-shipments/managed-shipment-table.tsx';
import { SelectionBar } from '../run-pool/selection-bar.tsx';
import { ShipmentChoice } from '../run-pool/shipment-choice.tsx';
import type { Selection } from '../run-pool/use-selection.ts';
import { AddToAnyRun } from './add-to-any-run.tsx';

interface ChooseForRunProps {
  shipments: readonly ManagedShipmentSummary[];
  dimmed: boolean;
  selection: Selection;
  onAdded: () => void;
}

/** A page of shipments to choose from, and the run that they go to. */
export function ChooseForRun({ shipments, dimmed, selection, onAdded }: ChooseForRunProps) {
  return (
    <>
      <SelectionBar selectable={shipments.filter(canBeInRun)} selection={selection}>
        <AddToAnyRun selection={selection} onAdded={onAdded} />
      </SelectionBar>
      <ManagedShipmentTable
        caption="Shipments"
        shipments={shipments}
        dimmed={dimmed}
        renderShipment={(row) => <ShipmentChoice shipment={row} selection={selection} disabled={!canBeInRun(row)} />}
      />
    </>
  );
}
