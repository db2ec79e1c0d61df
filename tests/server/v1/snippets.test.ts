/** What /developers shows to copy does what it says, as it stands there. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listSnippets, SNIPPET_LANGUAGES, type SnippetLanguage } from '../../../src/domain/v1/snippets.ts';
import { shops } from '../../support/shop.ts';
import { testServer } from '../../support/vitest.ts';

const server = await testServer();
const { newShop, newRate } = shops(server);
await newRate();
const origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
const snippets = listSnippets(origin);

const COMMANDS: Record<SnippetLanguage, (code: string) => [file: string, ...args: string[]]> = {
  curl: (code) => ['bash', '-c', code],
  node: (code) => [process.execPath, '--input-type=module', '-e', code],
  python: (code) => ['python3', '-c', code],
};
const isThere = (language: SnippetLanguage) => {
  const program = language === 'python' ? 'python3' : language;
  return language === 'node' || spawnSync(program, ['--version']).status === 0;
};

describe.each(SNIPPET_LANGUAGES)('%s', (language) => {
  it.runIf(isThere(language))('creates, prints and lists a shipment', async () => {
    const shop = await newShop();
    const folder = await mkdtemp(join(tmpdir(), 'waybill-snippet-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const run = async (id: string, more: Record<string, string> = {}) => {
      const code = snippets.find((one) => one.id === id)?.code[language] ?? '';
      const [file, ...args] = COMMANDS[language](code);
      const env = { PATH: process.env.PATH, WAYBILL_KEY: shop.key, PYTHONDONTWRITEBYTECODE: '1', ...more };
      return (await promisify(execFile)(file, args, { cwd: folder, env })).stdout;
    };
    for (const _ of ['once', 'again']) await run('create');
    const rows = await server.query('select id, tracking_id from shipments where sender_id = $1', [shop.id]);
    expect(rows).toHaveLength(1);
    const { id = '', tracking_id = '' } = rows[0] as Record<string, string>;
    await run('label', { SHIPMENT_ID: id });
    expect((await readFile(join(folder, 'label.pdf'))).subarray(0, 5).toString()).toBe('%PDF-');
    expect(await run('changes')).toContain(tracking_id);
  });
});
