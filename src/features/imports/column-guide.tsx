import { keysOf } from '../../domain/field-schemas.ts';
import { COLUMNS } from '../../domain/shipment-file.ts';
import { DescriptionItem, DescriptionList } from '../../ui/layout/description-list.tsx';
import { SHIPMENTS } from './shipment-files.ts';

const listed = (columns: typeof COLUMNS) => columns.map(({ head }) => head).join(', ');

export function ColumnGuide() {
  return (
    <DescriptionList columns={2}>
      <DescriptionItem caption="Columns, in any order" wide>
        <span className="block max-w-[66ch]">
          {listed(COLUMNS)}. If yours have other names, you choose what each is for
        </span>
      </DescriptionItem>
      <DescriptionItem caption="Optional columns" wide value={listed(COLUMNS.filter(({ isOptional }) => isOptional))} />
      {keysOf(SHIPMENTS.hints).map((key) => (
        <DescriptionItem key={key} caption={SHIPMENTS.titleOf(key)} value={SHIPMENTS.hints[key]} />
      ))}
    </DescriptionList>
  );
}
