import { choiceLabel } from '../../domain/choice-label.ts';
import { DEFAULT_PAYER, PAYERS, SERVICE_TYPES } from '../../domain/shipment.ts';
import { COLUMNS } from '../../domain/shipment-file.ts';
import { MAX_PARCELS } from '../../domain/tracking-id.ts';
import { DescriptionItem, DescriptionList } from '../../ui/layout/description-list.tsx';

const OPTIONAL = COLUMNS.filter(({ isOptional }) => isOptional).map(({ head }) => head);

export function ColumnGuide() {
  return (
    <DescriptionList columns={2}>
      <DescriptionItem caption="Columns, in any order" wide>
        <span className="block max-w-[66ch]">
          {COLUMNS.map(({ head }) => head).join(', ')}. If yours have other names, you choose what each is for
        </span>
      </DescriptionItem>
      <DescriptionItem caption="Service">{SERVICE_TYPES.join(', ')}</DescriptionItem>
      <DescriptionItem caption="Payer">
        {PAYERS.map(choiceLabel).join(', ')}. If empty: {choiceLabel(DEFAULT_PAYER)}
      </DescriptionItem>
      <DescriptionItem caption="Value, Shipping fee" mono>
        212.50 or 212,50
      </DescriptionItem>
      <DescriptionItem caption="Ship date, Delivery date (UTC)" mono>
        <span className="whitespace-nowrap">2026-11-20</span> 06:40
      </DescriptionItem>
      <DescriptionItem caption="Latitude, Longitude of the receiver’s door" mono>
        57.7089 and 11.9746
      </DescriptionItem>
      <DescriptionItem caption="Parcels">1 to {MAX_PARCELS}. If empty: 1</DescriptionItem>
      <DescriptionItem caption="Images">Links to images uploaded here, separated by spaces</DescriptionItem>
      <DescriptionItem caption="Optional columns">{OPTIONAL.join(', ')}</DescriptionItem>
    </DescriptionList>
  );
}
