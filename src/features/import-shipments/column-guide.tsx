import { DEFAULT_PAYER, PAYERS, SERVICE_TYPES } from '../../domain/shipment.ts';
import { COLUMNS } from '../../domain/shipment-file.ts';
import { statusLabel } from '../../domain/shipment-status.ts';
import { Cell, Cells } from '../../ui/layout/cells.tsx';

const OPTIONAL = COLUMNS.filter(({ optional }) => optional).map(({ head }) => head);

/** Explains the columns that need it. */
export function ColumnGuide() {
  return (
    <Cells columns={2}>
      <Cell caption="Columns, in any order" wide>
        {COLUMNS.map(({ head }) => head).join(', ')}
      </Cell>
      <Cell caption="Service">{SERVICE_TYPES.join(', ')}</Cell>
      <Cell caption="Payer">
        {PAYERS.map(statusLabel).join(', ')}. If empty: {statusLabel(DEFAULT_PAYER)}
      </Cell>
      <Cell caption="Value, Shipping fee" typed>
        212.50 or 212,50
      </Cell>
      <Cell caption="Ship date, Delivery date (UTC)" typed>
        2026-11-20 06:40
      </Cell>
      <Cell caption="Images">Links to images uploaded here, separated by spaces</Cell>
      <Cell caption="Optional columns">{OPTIONAL.join(', ')}</Cell>
    </Cells>
  );
}
