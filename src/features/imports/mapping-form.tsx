import { useMutation } from '@tanstack/react-query';
import { counted } from '../../domain/figures.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form/form.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Notice } from '../../ui/notice.tsx';
import { ColumnFields, columnValues } from './column-fields.tsx';
import { EncodingChoice } from './encoding-choice.tsx';
import type { AnyReading, FileKind, MappingValues } from './file-kind.ts';
import { Preview } from './preview.tsx';

interface MappingFormProps<Reading, Result> {
  kind: FileKind<Reading, Result>;
  file: File;
  reading: Reading;
  onDone: (result: Result) => void;
  /** In another encoding. */
  onRead: (reading: Reading) => void;
  onCancel: () => void;
}

/** Asks what the columns of a file are for, and remembers it. */
export function MappingForm<Reading extends AnyReading, Result>({
  kind,
  file,
  reading,
  onDone,
  onRead,
  onCancel,
}: MappingFormProps<Reading, Result>) {
  const { rows, encoding, isRemembered, weightUnit, lengthUnit } = reading;
  const { submit, More } = kind;
  const units = { weightUnit: weightUnit ?? '', lengthUnit: lengthUnit ?? '' } as const;
  const form = useForm<MappingValues>({ defaultValues: { ...columnValues(kind, reading.mapping), ...units } });
  const { mutateAsync } = useMutation({ mutationFn: (values: MappingValues) => kind.save(file, reading, values) });
  const format = kind.formatOf?.(reading);
  return (
    <Form
      form={form}
      className="lg:[[data-desk]_&]:!max-w-none"
      errorTitle={submit.failed}
      onSubmit={async (values) => onDone(await mutateAsync(values))}
    >
      <Notice tone="good" title={`${file.name}: ${counted(rows, kind.noun)}`} live>
        {isRemembered
          ? 'Read as you did the last time.'
          : format
            ? `This looks like ${format}. Check the columns below.`
            : 'Choose what each column is for. We’ll remember it for your next file.'}
      </Notice>
      {encoding !== 'UTF-8' && <EncodingChoice kind={kind} file={file} reading={reading} onRead={onRead} />}
      {More && <More reading={reading} />}
      <Preview kind={kind} reading={reading} />
      <ColumnFields kind={kind} reading={reading} isOpen={!format && !isRemembered} />
      <div className="row border-t-2 border-rule-strong pt-6">
        <SubmitButton pendingLabel={submit.pendingLabel} icon="file-up" label={submit.label(rows)} />
        <Button variant="quiet" onClick={onCancel}>
          Choose another file
        </Button>
      </div>
    </Form>
  );
}
