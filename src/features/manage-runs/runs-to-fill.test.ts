import { describe, expect, it } from 'vitest';
import type { RunSummary } from '../../domain/runs/views.ts';
import { listRunsToFill, nameRunToFill } from './runs-to-fill.ts';

const progress = {
  stops: 0,
  tasks: 0,
  open: 0,
  loaded: 0,
  delivered: 0,
  returned: 0,
  left: 0,
  recalled: 0,
  exceptions: 0,
};
const run = (more: Pick<RunSummary, 'id' | 'day' | 'status'>): RunSummary => ({
  ...{ name: 'Run 1', version: 1, startedAt: null, closedAt: null, lastHeardAt: null },
  ...{ courier: { id: 'bo', name: 'Bo' }, progress },
  ...more,
});

describe('the runs that take shipments', () => {
  const runs = [
    run({ id: 'forgotten', day: '2026-11-20', status: 'active' }),
    run({ id: 'closed', day: '2026-11-22', status: 'closed' }),
    run({ id: 'planned', day: '2026-11-22', status: 'planned' }),
  ];

  it('begin with one of the day, not with one that was left open', () => {
    expect(listRunsToFill({ day: '2026-11-22', runs }).map(({ id }) => id)).toEqual(['planned', 'forgotten']);
  });

  it('name their day where it is another', () => {
    const named = runs.map((one) => nameRunToFill(one, '2026-11-22'));
    expect(named).toEqual(['Run 1 of Friday 20 November 2026', 'Run 1', 'Run 1']);
  });
});
