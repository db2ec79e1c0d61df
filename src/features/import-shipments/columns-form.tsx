import { counted } from '../../domain/figures.ts';
import type { ColumnKey } from '../../domain/shipment-file.ts';
import {
  COLUMN_KEYS,
  REQUIRED_COLUMNS,
  type ShipmentFileReading,
  titleOfColumn,
} from '../../domain/shop/shipment-mapping.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form/form.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Notice } from '../../ui/notice.tsx';
import { ColumnFields, type ColumnValues, columnsIn, columnValues, type FileKind } from '../mapping/column-fields.tsx';
import { useCheckFile } from './mutations.ts';

const SHIPMENTS: FileKind<ColumnKey> = {
  fields: COLUMN_KEYS,
  titleOf: titleOfColumn,
  required: () => REQUIRED_COLUMNS,
  hints: {},
  consequence: 'every row will have an error',
  isSign: () => false,
};

interface ColumnsFormProps {
  file: File;
  reading: ShipmentFileReading;
  onChecked: (id: string) => void;
  onCancel: () => void;
}

/** Asks what the columns of a file are for that have other names than ours. */
export function ColumnsForm({ file, reading, onChecked, onCancel }: ColumnsFormProps) {
  const { rows, mapping, isRemembered } = reading;
  const form = useForm<ColumnValues<ColumnKey>>({ defaultValues: columnValues(SHIPMENTS, mapping) });
  const check = useCheckFile();
  return (
    <Form
      form={form}
      persistAs={null}
      errorTitle="The file was not checked"
      onSubmit={async (values) => {
        const result = await check.mutateAsync({ file, mapping: columnsIn(SHIPMENTS, values) });
        if ('id' in result) onChecked(result.id);
      }}
    >
      <Notice tone="good" title={`${file.name}: ${counted(rows, 'row')}`} live>
        {isRemembered
          ? 'Read as you did the last time.'
          : 'Choose what each column is for. We’ll remember it for your next file.'}
      </Notice>
      <ColumnFields kind={SHIPMENTS} reading={reading} isOpen={!isRemembered} />
      <div className="row border-t-2 border-rule-strong pt-6">
        <SubmitButton pendingLabel="Checking" icon="file-up">
          {`Check ${counted(rows, 'row')}`}
        </SubmitButton>
        <Button variant="quiet" onClick={onCancel}>
          Choose another file
        </Button>
      </div>
    </Form>
  );
}
