import { describe, expect, it } from 'vitest';
import { listRunsToFill, nameRunToFill } from './runs-to-fill.ts';
import type { RunSummary } from './views.ts';

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
  name: 'Run 1',
  version: 1,
  startedAt: null,
  closedAt: null,
  lastHeardAt: null,
  courier: { id: 'bo', name: 'Bo' },
  progress,
  ...more,
});

describe('the runs that take shipments', () => {
  const runs = [
    run({ id: 'forgotten', day: '2026-11-20', status: 'active' }),
    run({ id: 'closed', day: '2026-11-22', status: 'closed' }),
    run({ id: 'planned', day: '2026-11-22', status: 'planned' }),
    run({ id: 'tomorrow', day: '2026-11-23', status: 'planned' }),
  ];

  it('begin with one of the day, and end with one that was left open', () => {
    const idsOf = (some: typeof runs) => listRunsToFill({ day: '2026-11-22', runs: some }).map(({ id }) => id);
    expect(idsOf(runs)).toEqual(['planned', 'tomorrow', 'forgotten']);
    expect(idsOf(runs.filter(({ id }) => id !== 'planned'))).toEqual(['tomorrow', 'forgotten']);
  });

  it('name their day where it is another', () => {
    const named = runs.map((one) => nameRunToFill(one, '2026-11-22'));
    expect(named).toEqual(['Run 1 of Friday 20 November 2026', 'Run 1', 'Run 1', 'Run 1 of Monday 23 November 2026']);
  });
});
