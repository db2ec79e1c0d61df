import { expect, it } from 'vitest';
import { deleteOldMails } from '../../server/mail/store/old-mails.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer();

async function mailOf(days: number, state: string): Promise<string> {
  const [row] = await server.query<{ id: string }>(
    `insert into mails (id, kind, receiver, about, state, created_at)
    values (gen_random_uuid(), 'message', 'ada@example.com', '{}', $1, now() - $2 * interval '1 day') returning id`,
    [state, days],
  );
  return row?.id ?? '';
}

it('old mails are deleted, but none that is still on its way', async () => {
  const gone = [await mailOf(31, 'sent'), await mailOf(400, 'failed')];
  const kept = [await mailOf(29, 'sent'), await mailOf(31, 'queued')];
  const before = await server.request({ url: '/metrics', remoteAddress: '127.0.0.1' });
  expect(before.body).toMatch(/waybill_oldest_data_seconds\{kind="mails"\} 3456\d{4}/);
  await deleteOldMails(server.services.db, 30);
  const left = await server.query<{ id: string }>('select id from mails');
  const ids = left.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(kept));
  expect(ids.filter((id) => gone.includes(id))).toEqual([]);
  const after = await server.request({ url: '/metrics', remoteAddress: '127.0.0.1' });
  expect(after.body).toMatch(/waybill_oldest_data_seconds\{kind="mails"\} 2505\d{3}/);
});
