import { differenceSentence, RECORD_DIFFERENCES } from '../../src/domain/records.ts';
import { expect, expectAccessible, openAs, test, withoutWorker } from './support/journey.ts';

test('a manager sees when the records were checked, and what to do if they do not match', async ({ app, page }) => {
  await withoutWorker(page);
  await app.person({ email: 'records@example.com', firstName: 'Ines', manager: true });
  const found = (differences: object[]) =>
    app.database.query(
      `insert into evidence_checks (id, balances, counters, heads, differences) values (gen_random_uuid(), 1, 1, 1, $1)`,
      [JSON.stringify(differences)],
    );
  const notice = page.getByText('Some records don’t match');

  await found([]);
  await openAs(page, 'records@example.com', '/manager');
  await expect(page.getByText(/^Records last checked \d\d:\d\d\. Everything matches\.$/)).toBeVisible();
  await expect(notice).toBeHidden();

  const differences = RECORD_DIFFERENCES.map((kind, index) => ({ kind, count: index + 1, examples: [] }));
  await found(differences);
  await page.reload();
  await expect(notice).toBeVisible();
  for (const difference of differences) await expect(page.getByText(differenceSentence(difference))).toBeVisible();
  await expect(page.getByText('npm run verify')).toBeVisible();
  await expect(page.getByText('Everything matches')).toBeHidden();
  await expectAccessible(page);
});
