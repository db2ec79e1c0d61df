/** What /developers shows to copy about webhooks; the tests run each (tests/server/v1/snippets.test.ts). */
import { PYTHON_REFUSAL, type Snippet, type SnippetLanguage } from './snippets.ts';

/** Checks that a message is from us, without a package (Standard Webhooks). */
const VERIFY: Record<SnippetLanguage, string> = {
  curl: `# From standard input: the body as it came.
is_from_waybill() { # secret, webhook-id, webhook-timestamp, webhook-signature
  local age=$(($(date +%s) - $3))
  [ "\${age#-}" -lt 300 ] || return 1
  local key expected
  key=$(printf %s "\${1#whsec_}" | base64 --decode | od -An -v -tx1 | tr -d ' \\n')
  expected=$({ printf '%s.%s.' "$2" "$3"; cat; } |
    openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64)
  case " $4 " in *" v1,$expected "*) return 0 ;; *) return 1 ;; esac
}`,
  node: `import { createHmac, timingSafeEqual } from 'node:crypto';

/** \`body\`: the text as it came, before any parsing. */
export function isFromWaybill(secret, headers, body) {
  const age = Date.now() / 1000 - Number(headers['webhook-timestamp']);
  if (!(Math.abs(age) < 300)) return false;
  const signed = \`\${headers['webhook-id']}.\${headers['webhook-timestamp']}.\${body}\`;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key).update(signed).digest();
  return headers['webhook-signature'].split(' ').some((one) => {
    const given = Buffer.from(one.replace('v1,', ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}`,
  python: `import base64, hashlib, hmac, time

def is_from_waybill(secret, headers, body):
    """body: the bytes as they came, before any parsing."""
    if abs(time.time() - int(headers['webhook-timestamp'])) > 300:
        return False
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    key = base64.b64decode(secret.removeprefix('whsec_'))
    expected = 'v1,' + base64.b64encode(hmac.digest(key, signed, 'sha256')).decode()
    given = headers['webhook-signature'].split(' ')
    return any(hmac.compare_digest(expected, one) for one in given)`,
};

interface Call {
  method: 'GET' | 'POST';
  path: string;
  needs: string;
  /** Its fields: texts, or null for what it needs. */
  body?: Record<string, string | null>;
}

function write(origin: string, { method, path, needs, body }: Call): Record<SnippetLanguage, string> {
  const fields = Object.entries(body ?? {});
  const listFields = (quote: (value: string | null) => string, key = "'") =>
    fields.map(([name, value]) => `${key}${name}${key}: ${quote(value)}`).join(', ');
  const inPath = (text: string) => `${origin}/v1/webhooks${path.replace(`{${needs}}`, text)}`;
  const curl = [
    `curl --fail-with-body${method === 'POST' && !body ? ' --request POST' : ''} "${inPath(`$${needs}`)}"`,
    '  --header "Authorization: Bearer $WAYBILL_KEY"',
    body && '  --header "Content-Type: application/json"',
    body && `  --data "{${listFields((value) => `\\"${value ?? `$${needs}`}\\"`, '\\"')}}"`,
  ];
  const node = [
    `const { WAYBILL_KEY, ${needs} } = process.env;`,
    `const response = await fetch(\`${inPath(`\${${needs}}`)}\`, {`,
    method === 'POST' && "  method: 'POST',",
    body
      ? `  headers: { authorization: \`Bearer \${WAYBILL_KEY}\`, 'content-type': 'application/json' },`
      : `  headers: { authorization: \`Bearer \${WAYBILL_KEY}\` },`,
    body && `  body: JSON.stringify({ ${listFields((value) => (value === null ? needs : `'${value}'`), '')} }),`,
    '});',
    'const answer = await response.json();',
    'if (!response.ok) throw new Error(answer.detail);',
    'console.log(JSON.stringify(answer, null, 2));',
  ];
  const python = [
    'import json, os, urllib.request',
    '',
    'request = urllib.request.Request(',
    `    f"${inPath(`{os.environ['${needs}']}`)}",`,
    method === 'POST' && "    method='POST',",
    body &&
      `    data=json.dumps({${listFields((value) => (value === null ? `os.environ['${needs}']` : `'${value}'`))}}).encode(),`,
    body
      ? "    headers={'Authorization': f\"Bearer {os.environ['WAYBILL_KEY']}\", 'Content-Type': 'application/json'},"
      : "    headers={'Authorization': f\"Bearer {os.environ['WAYBILL_KEY']}\"},",
    ')',
    'try:',
    '    with urllib.request.urlopen(request) as response:',
    '        print(json.dumps(json.load(response), indent=2))',
    PYTHON_REFUSAL,
  ];
  const join = (lines: (string | false | undefined)[], end = '\n') =>
    lines.filter((line): line is string => typeof line === 'string').join(end);
  return { curl: join(curl, ' \\\n'), node: join(node), python: join(python) };
}

/** Writes the snippets for the server at `origin`, in the order in which a shop needs them. */
export const listWebhookSnippets = (origin: string): Snippet[] => [
  {
    id: 'webhook-create',
    title: 'Add a webhook, and keep its secret',
    code: write(origin, { method: 'POST', path: '', needs: 'WEBHOOK_URL', body: { url: null } }),
  },
  { id: 'webhook-verify', title: 'Check that a message is from us', code: VERIFY },
  {
    id: 'webhook-test',
    title: 'Send a test message',
    code: write(origin, { method: 'POST', path: '/{WEBHOOK_ID}/test', needs: 'WEBHOOK_ID' }),
  },
  {
    id: 'webhook-deliveries',
    title: 'See what was sent, and what your program answered',
    code: write(origin, { method: 'GET', path: '/{WEBHOOK_ID}/deliveries', needs: 'WEBHOOK_ID' }),
  },
  {
    id: 'webhook-replay',
    title: 'Have events sent again',
    code: write(origin, {
      method: 'POST',
      path: '/{WEBHOOK_ID}/replay',
      needs: 'WEBHOOK_ID',
      body: { since: '2026-01-01T00:00:00Z' },
    }),
  },
];
