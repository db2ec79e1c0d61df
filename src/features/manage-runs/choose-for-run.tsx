import { canBeInRun } from '../../domain/runs/manage.ts';
import type { ManagedShipmentSummary } from '../../domain/shipment.ts';
import { statusLabel } from '../../domain/shipment-status.ts';
import { SelectAll, SelectionBar } from '../run-pool/selection-bar.tsx';
import { ShipmentChoice } from '../run-pool/shipment-choice.tsx';
import type { Selection } from '../run-pool/use-selection.ts';
import { AddToAnyRun } from './add-to-any-run.tsx';

export const RunChoice = ({ shipment, selection }: { shipment: ManagedShipmentSummary; selection: Selection }) => (
  <ShipmentChoice
    shipment={shipment}
    selection={selection}
    refusal={canBeInRun(shipment) ? undefined : `${statusLabel(shipment.status)}, so it can’t be in a run`}
  />
);

interface ChosenForRunProps {
  shipments: readonly ManagedShipmentSummary[];
  selection: Selection;
  onAdded: () => void;
}

export function ChosenForRun({ shipments, selection, onAdded }: ChosenForRunProps) {
  const selectAll = <SelectAll selectable={shipments.filter(canBeInRun)} selection={selection} />;
  return (
    <SelectionBar selection={selection} selectAll={selectAll}>
      <AddToAnyRun selection={selection} onAdded={onAdded} />
    </SelectionBar>
  );
}
