/** What /developers shows to copy does what it says, as it stands there. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it, onTestFinished } from 'vitest';
import { API_SCOPES } from '../../../src/domain/api-key.ts';
import {
  listSnippets,
  SNIPPET_LANGUAGES,
  type SnippetLanguage,
  VERIFY_SNIPPET,
} from '../../../src/domain/v1/snippets.ts';
import { shops } from '../../support/shop.ts';
import { testServer } from '../../support/vitest.ts';

const server = await testServer();
const { newShop, newKey, newRate } = shops(server);
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
  it.runIf(isThere(language))('creates, prints, moves and lists a test shipment', async () => {
    const shop = await newShop();
    const key = await newKey(shop, API_SCOPES, 'test');
    const folder = await mkdtemp(join(tmpdir(), 'waybill-snippet-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const run = async (id: string, more: Record<string, string> = {}) => {
      const code = snippets.find((one) => one.id === id)?.code[language] ?? '';
      const [file, ...args] = COMMANDS[language](code);
      const env = { PATH: process.env.PATH, WAYBILL_KEY: key, PYTHONDONTWRITEBYTECODE: '1', ...more };
      return (await promisify(execFile)(file, args, { cwd: folder, env })).stdout;
    };
    for (const _ of ['once', 'again']) await run('create');
    const rows = await server.query('select id, tracking_id from test_shipments where user_id = $1', [shop.id]);
    expect(rows).toHaveLength(1);
    const { id = '', tracking_id = '' } = rows[0] as Record<string, string>;
    await run('label', { SHIPMENT_ID: id });
    expect((await readFile(join(folder, 'label.pdf'))).subarray(0, 5).toString()).toBe('%PDF-');
    expect(await run('advance', { SHIPMENT_ID: id })).toContain('shipped');
    expect(await run('changes')).toContain(tracking_id);
  });
});

it('a program tells our messages from others’ and from old ones', async () => {
  const url = `data:text/javascript;base64,${Buffer.from(VERIFY_SNIPPET).toString('base64')}`;
  const { isFromWaybill } = await import(/* @vite-ignore */ url);
  const secret = `whsec_${Buffer.from('a key of some length, as it was').toString('base64')}`;
  const messageAt = (at: Date) => ({
    'webhook-id': 'a-message',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': `v1,AAAA ${new Webhook(secret).sign('a-message', at, '{}')}`,
  });
  const headers = messageAt(new Date());
  expect(isFromWaybill(secret, headers, '{}')).toBe(true);
  expect(isFromWaybill(secret, headers, '{ }')).toBe(false);
  expect(isFromWaybill(`${secret.slice(0, -4)}AAA=`, headers, '{}')).toBe(false);
  expect(isFromWaybill(secret, messageAt(new Date(Date.now() - 600_000)), '{}')).toBe(false);
});
