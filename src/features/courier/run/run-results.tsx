import { Fragment } from 'react';
import type { CourierRun } from '../../../domain/runs/views.ts';
import { countResults } from './run-view.ts';

export function RunResults({ run }: { run: CourierRun }) {
  const results = countResults(run);
  if (results.length === 0) return null;
  return (
    <p className="text-lead">
      {results.map(({ label, count }, place) => (
        <Fragment key={label}>
          {place > 0 && ', '}
          <b>{count}</b> {label}
        </Fragment>
      ))}
    </p>
  );
}
