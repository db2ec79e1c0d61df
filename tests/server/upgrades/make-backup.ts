/**
 * `node tests/server/upgrades/make-backup.ts`: makes a backup of the demo and a courier's day with this
 * version, for the tests of every later one.
 */
import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { checkRecords } from '../../../server/audit/check-records.ts';
import { writeBackup } from '../../../server/backups/write-backup.ts';
import { seedDemoData } from '../../../server/demo/demo.ts';
import { PASSWORD, PEOPLE } from '../../../server/demo/demo-stories.ts';
import { filePaths } from '../../../src/domain/file-paths.ts';
import { IMAGE_WIDTHS } from '../../../src/domain/image.ts';
import type { ProcedureName } from '../../support/contract.ts';
import { startTestCluster } from '../../support/database.ts';
import { createTestServer, type Person } from '../../support/test-server.ts';

const packageFile = join(import.meta.dirname, '../../../package.json');
const { version } = JSON.parse(await readFile(packageFile, 'utf8')) as { version: string };
const cluster = await startTestCluster();
const server = await createTestServer(cluster);
const { services } = server;
try {
  const picture = await sharp({ create: { width: 16, height: 12, channels: 3, background: 'teal' } })
    .webp()
    .toBuffer();
  const variants = [...IMAGE_WIDTHS, 1600].map((width) => ({ width, bytes: picture }));
  const image = await services.images.save({ width: 1600, height: 1200, variants });
  await seedDemoData({ ...services, images: { ...services.images, save: async () => image } });
  const signIn = (email: string) => server.signIn({ id: '', email, password: PASSWORD, token: '' });
  const manager = await signIn(PEOPLE.manager.email);
  const customer = await signIn(PEOPLE.customer.email);
  const courier = await signIn(PEOPLE.courier.email);
  const change = async (as: Person, procedure: ProcedureName, input: unknown) => {
    const result = await server.call(procedure, input, { as, headers: { 'idempotency-key': randomUUID() } });
    if (result.outcome !== 'ok') throw new Error(`${procedure}: ${result.body}`);
  };

  await change(customer, 'message.saveChoices', { choices: { mail: ['delivered'], sms: [], push: [] } });
  const { data: run } = await server.call('courier.getRun', { id: 'current' }, { as: courier });
  if (!run) throw new Error('The demo has no run');
  const fact = (more: object) => ({ id: randomUUID(), runVersion: run.version, ...more });
  const [delivered, failed] = run.stops;
  const tasksOf = (stop: typeof delivered) => (stop?.tasks ?? []).map(({ id }) => id);
  await change(courier, 'courier.load', fact({ taskIds: run.stops.flatMap(tasksOf) }));
  await change(courier, 'courier.start', fact({ runId: run.id }));
  const sha256 = createHash('sha256').update(picture).digest('hex');
  const visit = fact({
    stopId: delivered?.id,
    outcomes: tasksOf(delivered).map((taskId) => ({ taskId, result: 'delivered', method: 'recipient' })),
    proofs: [{ kind: 'photo', sha256, type: 'image/webp', size: picture.length, taskIds: tasksOf(delivered) }],
    recipient: 'Elin Strand',
    note: 'Blue door',
  });
  await change(courier, 'courier.visit', visit);
  const authorization = `Bearer ${courier.token}`;
  const url = filePaths.proof(visit.id, sha256);
  const headers = { authorization, 'content-type': 'image/webp' };
  const received = await server.request({ method: 'PUT', url, headers, payload: picture });
  if (received.statusCode !== 200) throw new Error(received.body);
  const outcomes = tasksOf(failed).map((taskId) => ({ taskId, result: 'failed', reason: 'consignee_not_home' }));
  await change(courier, 'courier.visit', fact({ stopId: failed?.id, outcomes, proofs: [] }));

  const { data: parcels } = await server.call('shipmentAdmin.getShipments', { page: {} }, { as: manager });
  await change(manager, 'shipmentAdmin.deleteShipment', { id: parcels.data.at(-1)?.id });
  await checkRecords(services, { margin: 0 });

  const installation = {
    url: server.database.url,
    dataDir: resolve(server.environment.DATA_DIR),
    secrets: services.secrets,
  };
  const into = join(import.meta.dirname, `backup-${version}`);
  const { folder } = await writeBackup(installation, into, { imagesElsewhere: false });
  process.stdout.write(`${folder}\n`);
} finally {
  await server.close();
  await cluster.stop();
}
// Some of a server's parts live until its process ends.
process.exit();
