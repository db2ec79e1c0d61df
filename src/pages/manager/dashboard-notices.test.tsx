import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../tests/components/expectations.ts';
import { EMPTY_DASHBOARD } from '../../../tests/components/manager-dashboard.ts';
import { openPage } from '../../../tests/components/open-page.tsx';
import { MANAGER } from '../../../tests/components/people.ts';
import { done } from '../../domain/field-schemas.ts';
import {
  differenceSentence,
  RECORD_DIFFERENCES,
  type RecordDifference,
  type RecordsCheck,
} from '../../domain/records.ts';

const openDashboard = (differences: RecordDifference[], more: Partial<RecordsCheck> = {}, settled: unknown[] = []) => {
  const getCheck = () => ({ checkedAt: new Date().toISOString(), differences, ...more });
  const settleFailedJobs = (input: unknown) => {
    settled.push(input);
    return done;
  };
  const recordsAdmin = { getCheck, settleFailedJobs };
  return openPage('/manager', { as: MANAGER, api: { ...EMPTY_DASHBOARD, recordsAdmin } });
};

test('a manager sees when the records were last checked', async () => {
  await openDashboard([]);
  await expect.element(page.getByText(/^Records last checked .*\d\d:\d\d [AP]M\. Everything matches\.$/)).toBeVisible();
  await expect.element(page.getByText('Some records don’t match')).not.toBeInTheDocument();
});

test('records that don’t match are a notice that says what to do', async () => {
  const differences = RECORD_DIFFERENCES.map((kind, index) => ({ kind, count: index + 1, examples: [] }));
  await openDashboard(differences);
  await expect.element(page.getByText('Some records don’t match')).toBeVisible();
  for (const difference of differences)
    await expect.element(page.getByText(differenceSentence(difference))).toBeVisible();
  await expect.element(page.getByText('npm run verify')).toBeVisible();
  await expect.element(page.getByText('Everything matches')).not.toBeInTheDocument();
  await expectAccessible();
});

test('a backup that failed or is old is a notice with the last good one', async () => {
  const [lastGoodAt, failedAt] = ['2025-11-24T02:30:00.000Z', '2025-11-26T02:30:00.000Z'];
  await openDashboard([], { backup: { lastGoodAt, failedAt } });
  await expect.element(page.getByText('The last backup failed')).toBeVisible();
  await expect
    .element(page.getByText(/The last good one is from .*24 Nov.* The one from .*26 Nov.* failed\./))
    .toBeVisible();
  await expectAccessible();
  await openDashboard([], { backup: { lastGoodAt: null, failedAt: null } });
  await expect.element(page.getByText('There is no recent backup')).toBeVisible();
  await expect.element(page.getByText(/There is no good one yet\./)).toBeVisible();
});

test('jobs that nobody works on are a notice that says since when', async () => {
  await openDashboard([], { jobsSeenAt: '2025-11-26T02:30:00.000Z' });
  await expect.element(page.getByText('Emails, imports and bulk changes are waiting')).toBeVisible();
  await expect.element(page.getByText(/has not worked since .*26 Nov/)).toBeVisible();
  await expectAccessible();
});

test('failed jobs are tried again or dismissed by name', async () => {
  const failedJobs = ['data-export', 'bulk'].map((name) => ({ name, count: 2, requestId: `request-of-${name}` }));
  const settled: unknown[] = [];
  await openDashboard([], { failedJobs }, settled);
  await expect.element(page.getByText('request-of-bulk')).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Try data-export again' }).click();
  await page.getByRole('button', { name: 'Dismiss bulk' }).click();
  await expect
    .poll(() => settled)
    .toEqual([
      { name: 'data-export', how: 'retry' },
      { name: 'bulk', how: 'dismiss' },
    ]);
});
