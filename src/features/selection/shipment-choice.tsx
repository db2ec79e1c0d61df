import { Checkbox } from '../../ui/form/checkbox.tsx';
import type { Choice, Selection } from './use-selection.ts';

interface ShipmentChoiceProps {
  shipment: Choice & { description: string };
  selection: Selection;
  refusal?: string | undefined;
}

export function ShipmentChoice({ shipment, selection, refusal }: ShipmentChoiceProps) {
  return (
    <Checkbox
      checked={selection.has(shipment.id)}
      disabled={refusal !== undefined}
      onChange={({ target }) => selection.set([shipment], target.checked)}
    >
      <span className="font-650 line-clamp-2 break-anywhere">{shipment.description}</span>
      <span translate="no" className="second-line typed">
        {shipment.trackingId}
      </span>
      {refusal && <span className="second-line">{refusal}</span>}
    </Checkbox>
  );
}
