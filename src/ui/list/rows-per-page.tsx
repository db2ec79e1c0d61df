import { useId } from 'react';
import { PAGE_SIZES, type PageSize } from '../../domain/pagination.ts';
import { Select } from '../select.tsx';

export function RowsPerPage({ size, onChoose }: { size: PageSize; onChoose: (size: PageSize) => void }) {
  const id = useId();
  return (
    <div className="row gap-3 justify-center">
      <label htmlFor={id} className="text-small text-ink-soft">
        Rows per page
      </label>
      <Select
        id={id}
        value={size}
        className="min-h-$h-touch"
        options={PAGE_SIZES.map((one) => ({ value: one, label: one }))}
        onChange={({ target }) => {
          const chosen = PAGE_SIZES.find((one) => String(one) === target.value);
          if (chosen) onChoose(chosen);
        }}
      />
    </div>
  );
}
