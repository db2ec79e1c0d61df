import type { ReactNode } from 'react';
import { canBeInRun } from '../../domain/runs/manage.ts';
import type { ManagedShipmentSummary } from '../../domain/shipment.ts';
import { SelectionBar } from '../run-pool/selection-bar.tsx';
import { ShipmentChoice } from '../run-pool/shipment-choice.tsx';
import type { Selection } from '../run-pool/use-selection.ts';
import { AddToAnyRun } from './add-to-any-run.tsx';

interface ChooseForRunProps {
  shipments: readonly ManagedShipmentSummary[];
  selection: Selection;
  onAdded: () => void;
  /** Renders the shipments, each with what chooses it. */
  renderTable: (renderShipment: (shipment: ManagedShipmentSummary) => ReactNode) => ReactNode;
}

/** A page of shipments to choose from, and the run that they go to. */
export function ChooseForRun({ shipments, selection, onAdded, renderTable }: ChooseForRunProps) {
  return (
    <>
      <SelectionBar selectable={shipments.filter(canBeInRun)} selection={selection}>
        <AddToAnyRun selection={selection} onAdded={onAdded} />
      </SelectionBar>
      {renderTable((shipment) => (
        <ShipmentChoice shipment={shipment} selection={selection} disabled={!canBeInRun(shipment)} />
      ))}
    </>
  );
}
