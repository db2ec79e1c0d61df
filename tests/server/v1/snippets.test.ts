/** The snippets on /developers work unchanged. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { API_SCOPES } from '../../../src/domain/api-key.ts';
import { listSnippets, SNIPPET_LANGUAGES, type SnippetLanguage } from '../../../src/domain/v1/snippets.ts';
import { listWebhookSnippets } from '../../../src/domain/v1/webhook-snippets.ts';
import type { CreatedWebhook, WebhookDelivery } from '../../../src/domain/webhook.ts';
import { isMissing } from '../../support/needs.ts';
import { shops } from '../../support/shop.ts';
import { until } from '../../support/until.ts';
import { testServer } from '../../support/vitest.ts';
import { openWebhookReceiver } from '../../support/webhook-receiver.ts';

const server = await testServer({ worker: true });
const { newShop, newKey, newRate } = shops(server);
await newRate();
const origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
const snippets = [...listSnippets(origin), ...listWebhookSnippets(origin)];
const receiver = await openWebhookReceiver();
afterAll(() => receiver.close());

const COMMANDS: Record<SnippetLanguage, (code: string) => [file: string, ...args: string[]]> = {
  curl: (code) => ['bash', '-c', code],
  node: (code) => [process.execPath, '--input-type=module', '-e', code],
  python: (code) => ['python3', '-c', code],
};

const codeOf = (id: string, language: SnippetLanguage) => snippets.find((one) => one.id === id)?.code[language] ?? '';

/** Runs programs in a folder of their own, with a key; returns what they print. */
async function withKey(key: string, language: SnippetLanguage) {
  const folder = await mkdtemp(join(tmpdir(), 'waybill-snippet-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const run = async (id: string, more: Record<string, string> = {}) => {
    const [file, ...args] = COMMANDS[language](codeOf(id, language));
    const env = { PATH: process.env.PATH, WAYBILL_KEY: key, PYTHONDONTWRITEBYTECODE: '1', ...more };
    return (await promisify(execFile)(file, args, { cwd: folder, env })).stdout;
  };
  return { folder, run };
}

/** What a shop writes below `isFromWaybill`, to say yes or no. Its arguments: secret, id, time, signature. */
const CHECKS: Record<SnippetLanguage, string> = {
  curl: 'is_from_waybill "$1" "$2" "$3" "$4" && echo yes || echo no',
  node: `
import { readFileSync } from 'node:fs';
const [secret, id, time, signature] = process.argv.slice(2);
const headers = { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature };
console.log(isFromWaybill(secret, headers, readFileSync(0, 'utf8')) ? 'yes' : 'no');`,
  python: `
import sys
headers = dict(zip(['webhook-id', 'webhook-timestamp', 'webhook-signature'], sys.argv[2:]))
print('yes' if is_from_waybill(sys.argv[1], headers, sys.stdin.buffer.read()) else 'no')`,
};

async function checkMessage(
  language: SnippetLanguage,
  secret: string,
  { headers, body }: { headers: Record<string, string>; body: string },
): Promise<string> {
  const [file, ...args] = COMMANDS[language](`${codeOf('webhook-verify', language)}\n${CHECKS[language]}`);
  const parts = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => headers[name] ?? '');
  // What bash and Node count from: the name of the program. Python names it itself.
  const child = promisify(execFile)(file, [...args, ...(language === 'python' ? [] : ['check']), secret, ...parts]);
  // A program that says no by the time alone does not read it.
  child.child.stdin?.on('error', () => undefined).end(body);
  return (await child).stdout.trim();
}

describe.each(SNIPPET_LANGUAGES)('%s', (language) => {
  it.skipIf(isMissing(language))('creates, prints, moves and lists a test shipment', async () => {
    const shop = await newShop();
    const { folder, run } = await withKey(await newKey(shop, API_SCOPES, 'test'), language);
    for (const _ of ['once', 'again']) await run('create');
    const rows = await server.query('select id, tracking_id from test_shipments where user_id = $1', [shop.id]);
    expect(rows).toHaveLength(1);
    const { id = '', tracking_id = '' } = rows[0] as Record<string, string>;
    await run('label', { SHIPMENT_ID: id });
    expect((await readFile(join(folder, 'label.pdf'))).subarray(0, 5).toString()).toBe('%PDF-');
    expect(await run('advance', { SHIPMENT_ID: id })).toContain('shipped');
    expect(await run('changes')).toContain(tracking_id);
  });

  it.skipIf(isMissing(language))('says why a call was refused', async () => {
    const { run } = await withKey('wb_test_of_nobody', language);
    const refused = await run('create').then(
      () => '',
      ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
    );
    expect(refused).toContain('Send your key as Authorization');
  });

  it.skipIf(isMissing(language))('gets events, checks them and has them sent again', async () => {
    const shop = await newShop();
    receiver.received.length = 0;
    const { run } = await withKey(await newKey(shop, API_SCOPES, 'test'), language);
    const { id, secret } = JSON.parse(await run('webhook-create', { WEBHOOK_URL: receiver.url })) as CreatedWebhook;
    const WEBHOOK_ID = id;
    expect(JSON.parse(await run('webhook-test', { WEBHOOK_ID }))).toEqual({ queued: 1 });
    const typesOf = () => receiver.received.map(({ payload }) => payload.type);
    await until('the test came', () => typesOf().includes('webhook.test'));
    const [message = expect.unreachable()] = receiver.received;
    const check = (given = secret, changes: Partial<typeof message> = {}) =>
      checkMessage(language, given, { ...message, ...changes });
    expect(await check()).toBe('yes');
    expect(await check(secret, { body: `${message.body} ` })).toBe('no');
    expect(await check(`${secret.slice(0, -5)}AAAA=`)).toBe('no');
    const old = new Date(Date.now() - 600_000);
    const headers = {
      ...message.headers,
      'webhook-timestamp': String(Math.floor(old.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(message.id, old, message.body),
    };
    expect(await check(secret, { headers })).toBe('no');
    // Two secrets sign for a day after the secret was changed.
    const both = `v1,AAAA ${message.headers['webhook-signature']}`;
    expect(await check(secret, { headers: { ...message.headers, 'webhook-signature': both } })).toBe('yes');

    await run('create');
    await until('the creation came', () => typesOf().includes('shipment.created'));
    await until('both are written down', async () => {
      const printed = JSON.parse(await run('webhook-deliveries', { WEBHOOK_ID })) as { data: WebhookDelivery[] };
      return (
        printed.data.map(({ type, status }) => `${type} ${status}`).join() === 'shipment.created 204,webhook.test 204'
      );
    });
    expect(JSON.parse(await run('webhook-replay', { WEBHOOK_ID }))).toEqual({ queued: 1 });
    await until('it came again', () => typesOf().filter((type) => type === 'shipment.created').length === 2);
  });
});
