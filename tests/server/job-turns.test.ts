import { expect, it } from 'vitest';
import { BULK_QUEUE } from '../../server/jobs/queues.ts';
import type { JobHandlers } from '../../server/jobs/run-jobs.ts';
import { until } from '../support/until.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer({ mails: { pollSeconds: 1 } });
const { jobs } = server.services;
const nothing = async () => undefined;
const done = async () => true;
const handlers: JobHandlers = {
  mail: nothing,
  lostMail: nothing,
  push: nothing,
  sms: nothing,
  dataExport: nothing,
  unusedImage: nothing,
  expiredProof: nothing,
  hourly: done,
  housekeeping: done,
  checkRecords: nothing,
  shipmentImport: done,
  bulk: done,
  webhookReplay: done,
  account: done,
  geocoder: done,
};

it('a long job goes on after one of somebody else, and a person’s second one comes after everybody’s first', async () => {
  for (const bulkId of ['a first', 'a second', 'a third', 'b only']) {
    await server.inUnit(({ tx }) => jobs.send(tx, BULK_QUEUE, { bulkId }, { person: bulkId.slice(0, 1) }));
  }
  const begun: string[] = [];
  await jobs.run(
    {
      ...handlers,
      async bulk(bulkId, turn) {
        begun.push(bulkId);
        if (begun.length > 1) return true;
        await until('its turn is over', turn.isOver);
        return false;
      },
    },
    { hourly: [], housekeeping: [] },
  );
  await until('all are done', () => begun.length === 5);
  expect(begun).toEqual(['a first', 'b only', 'a first', 'a second', 'a third']);
});
