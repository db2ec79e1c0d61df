/** `npm run verify`: checks balances, counters, fees and signed entries; prints the newest head. */
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { differenceSentence } from '../src/domain/records.ts';
import { type CheckResult, checkRecords } from './audit/check-records.ts';
import { type ExportedHead, formatHead, parseHead } from './audit/evidence-head.ts';
import { openInstallation, runScript } from './backups/installation.ts';
import { commandLine } from './base/config/command-line.ts';
import { readEnvironment } from './base/config/env.ts';
import { openDatabase } from './base/database/client.ts';
import { RECORDS_POOL } from './base/database/snapshot.ts';

const USAGE = `Usage: ${commandLine('verify', '[--head FILE-OR-LINE] [--rebuild] [--start-over]')}`;
const print = (line = '') => process.stdout.write(`${line}\n`);

await runScript(async () => {
  const { head = [], rebuild = false, 'start-over': startOver = false } = readArguments();
  const kept = head.flatMap(readExportedHeads);
  const installation = await openInstallation(readEnvironment(process.env));
  const client = openDatabase(installation.url, RECORDS_POOL);
  try {
    const services = { db: client.db, secrets: installation.secrets };
    const check = await checkRecords(services, { whole: true, wait: true, startOver, rebuild, kept });
    return check ? report(check, kept.length) : 2;
  } finally {
    await client.close();
    await installation.stop();
  }
});

function readArguments() {
  try {
    const flag = { type: 'boolean' } as const;
    const options = { head: { type: 'string', multiple: true }, rebuild: flag, 'start-over': flag } as const;
    return parseArgs({ options }).values;
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${USAGE}`);
  }
}

/** `value`: a head, or a file with one per line. */
function readExportedHeads(value: string): ExportedHead[] {
  const lines = (existsSync(value) ? readFileSync(value, 'utf8') : value).split('\n').filter((line) => line.trim());
  if (lines.length === 0) throw new Error(`No head found in ${value}.`);
  return lines.map((line) => {
    const head = parseHead(line);
    if (!head) throw new Error(`This is neither a complete head nor a file: ${line}`);
    return head;
  });
}

function report({ head, differences, ...compared }: CheckResult, kept: number): number {
  const line = (what: string, count: number, kinds: readonly string[]) => {
    const agrees = !differences.some(({ kind }) => kinds.includes(kind));
    print(`${agrees ? 'ok      ' : 'DIFFERS '} ${what}: ${count} compared`);
  };
  line('Balances with the ledger', compared.balances, ['balances']);
  line('Shipment counts with the shipments', compared.counters, ['counters']);
  line('Prepaid fees with their shipments', compared.fees, ['fees']);
  line('Statements with the ledger', compared.statements, ['statements']);
  line('Collected parcels with the entries of their shipments', compared.parcels, ['parcels']);
  line('Signed digests with the ledger and the history', compared.heads, ['changed', 'removed', 'late']);
  line('Signed digests with each other, and their signatures', compared.heads, ['heads', 'signatures']);
  if (kept > 0) line('Digests kept elsewhere', kept, ['heads']);
  for (const difference of differences) {
    print();
    print(differenceSentence(difference));
    for (const example of difference.examples) print(`  ${example}`);
  }
  print();
  if (differences.length > 0) print('See "Check the records" in docs/operating/key-and-records.md for what to do.');
  if (!head) print('Nothing has been signed yet. Signing starts a minute after the first entry.');
  else {
    print(`Signed until ${head.upTo.toISOString()}. Keep this line somewhere else:`);
    print(formatHead(head));
  }
  return differences.length > 0 ? 1 : 0;
}
