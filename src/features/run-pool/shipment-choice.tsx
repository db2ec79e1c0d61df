import { Checkbox } from '../../ui/form/checkbox.tsx';
import type { Choice, Selection } from './use-selection.ts';

interface ShipmentChoiceProps {
  shipment: Choice & { description: string };
  selection: Selection;
  /** It can't go into a run. */
  disabled?: boolean;
}

/** Chooses a shipment of a list. */
export function ShipmentChoice({ shipment, selection, disabled = false }: ShipmentChoiceProps) {
  return (
    <Checkbox
      checked={selection.has(shipment.id)}
      disabled={disabled}
      onChange={({ target }) => selection.set([shipment], target.checked)}
    >
      <span className="font-650 line-clamp-2 break-anywhere">{shipment.description}</span>
      <span className="second-line typed">{shipment.trackingId}</span>
    </Checkbox>
  );
}
