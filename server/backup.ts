/** `npm run backup -- FOLDER`: copies database and images, also of a running server. */

import { openInstallation, runScript } from './backups/installation.ts';
import { writeBackup } from './backups/write-backup.ts';
import { readEnvironment } from './config/env.ts';

const print = (line = '') => process.stdout.write(`${line}\n`);

await runScript(async () => {
  const [into, ...more] = process.argv.slice(2);
  if (!into || into.startsWith('-') || more.length > 0) throw new Error('Usage: npm run backup -- FOLDER');
  const environment = readEnvironment(process.env);
  const imagesElsewhere = Boolean(environment.IMAGE_STORAGE);
  const installation = await openInstallation(environment);
  try {
    const { folder, manifest, head } = await writeBackup(installation, into, { imagesElsewhere });
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    const { images } = manifest;
    print(`Backed up ${manifest.tables.length} tables with ${rows} rows into ${folder}.`);
    if (imagesElsewhere) {
      print(
        `NOT included: ${images.files} image files. They are in ${environment.IMAGE_STORAGE?.split('?')[0]}: back that up too.`,
      );
    } else print(`${images.files} image files are included.`);
    if (images.missing > 0)
      print(`${images.missing} image files that shipments refer to are missing, and are not included.`);
    print();
    if (head) {
      print('The newest signed digest in this backup. Keep this line somewhere else:');
      print(head);
      print();
    }
    const key = environment.SECRET_KEY ? 'SECRET_KEY' : `the file ${installation.dataDir}/secret-key`;
    print(`NOT included: ${key}. Keep it somewhere else: without it, nobody can read`);
    print('the private codes in this backup.');
    return 0;
  } finally {
    await installation.stop();
  }
});
