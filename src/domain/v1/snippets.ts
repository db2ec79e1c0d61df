/** What /developers shows to copy; the tests run each (tests/server/v1/snippets.test.ts). */

export const SNIPPET_LANGUAGES = ['curl', 'node', 'python'] as const;
export type SnippetLanguage = (typeof SNIPPET_LANGUAGES)[number];

export const LANGUAGE_LABELS: Record<SnippetLanguage, string> = { curl: 'curl', node: 'Node', python: 'Python' };

export interface Snippet {
  id: string;
  title: string;
  /** What it needs besides the key, in the environment. */
  needs?: string;
  code: Record<SnippetLanguage, string>;
}

const ORDER = {
  reference: 'SO-4711',
  description: 'Two books',
  receiver: { name: 'Elin Strand', email: 'elin.strand@example.com', phone: '+46 31 555 0192' },
  address: { line1: 'Linnégatan 8', city: 'Göteborg', postcode: '413 04', country: 'Sweden' },
  weight_g: 1200,
  length_mm: 300,
  width_mm: 200,
  height_mm: 125,
};
const indent = (json: string, by: string) => json.replaceAll('\n', `\n${by}`);
const order = JSON.stringify(ORDER, null, 2);

export const PYTHON_REFUSAL = `except urllib.error.HTTPError as error:
    raise SystemExit(json.load(error)['detail'])`;

/** Writes the snippets for the server at `origin`. The key is in the environment: `WAYBILL_KEY`. */
export const listSnippets = (origin: string): Snippet[] => [
  {
    id: 'create',
    title: 'Create a shipment',
    code: {
      curl: `curl --fail-with-body ${origin}/v1/shipments \\
  --header "Authorization: Bearer $WAYBILL_KEY" \\
  --header "Content-Type: application/json" \\
  --header "Idempotency-Key: order-4711" \\
  --data '${indent(order, '  ')}'`,
      node: `const response = await fetch('${origin}/v1/shipments', {
  method: 'POST',
  headers: {
    authorization: \`Bearer \${process.env.WAYBILL_KEY}\`,
    'content-type': 'application/json',
    'idempotency-key': 'order-4711',
  },
  body: JSON.stringify(${indent(order, '  ')}),
});
const shipment = await response.json();
if (!response.ok) throw new Error(shipment.detail);
console.log(shipment);`,
      python: `import json, os, urllib.request

order = ${order}
request = urllib.request.Request(
    '${origin}/v1/shipments',
    data=json.dumps(order).encode(),
    headers={
        'Authorization': f"Bearer {os.environ['WAYBILL_KEY']}",
        'Content-Type': 'application/json',
        'Idempotency-Key': 'order-4711',
    },
)
try:
    with urllib.request.urlopen(request) as response:
        print(json.load(response))
${PYTHON_REFUSAL}`,
    },
  },
  {
    id: 'label',
    title: 'Save its label',
    needs: 'SHIPMENT_ID',
    code: {
      curl: `curl --fail-with-body "${origin}/v1/shipments/$SHIPMENT_ID/label?format=pdf" \\
  --header "Authorization: Bearer $WAYBILL_KEY" \\
  --output label.pdf`,
      node: `import { writeFile } from 'node:fs/promises';

const { SHIPMENT_ID, WAYBILL_KEY } = process.env;
const response = await fetch(\`${origin}/v1/shipments/\${SHIPMENT_ID}/label?format=pdf\`, {
  headers: { authorization: \`Bearer \${WAYBILL_KEY}\` },
});
if (!response.ok) throw new Error((await response.json()).detail);
await writeFile('label.pdf', Buffer.from(await response.arrayBuffer()));`,
      python: `import json, os, urllib.request

request = urllib.request.Request(
    f"${origin}/v1/shipments/{os.environ['SHIPMENT_ID']}/label?format=pdf",
    headers={'Authorization': f"Bearer {os.environ['WAYBILL_KEY']}"},
)
try:
    with urllib.request.urlopen(request) as response, open('label.pdf', 'wb') as file:
        file.write(response.read())
${PYTHON_REFUSAL}`,
    },
  },
  {
    id: 'advance',
    title: 'Move a test shipment on',
    needs: 'SHIPMENT_ID',
    code: {
      curl: `curl --fail-with-body --request POST "${origin}/v1/test/shipments/$SHIPMENT_ID/advance" \\
  --header "Authorization: Bearer $WAYBILL_KEY"`,
      node: `const { SHIPMENT_ID, WAYBILL_KEY } = process.env;
const response = await fetch(\`${origin}/v1/test/shipments/\${SHIPMENT_ID}/advance\`, {
  method: 'POST',
  headers: { authorization: \`Bearer \${WAYBILL_KEY}\` },
});
const shipment = await response.json();
if (!response.ok) throw new Error(shipment.detail);
console.log(shipment.status);`,
      python: `import json, os, urllib.request

request = urllib.request.Request(
    f"${origin}/v1/test/shipments/{os.environ['SHIPMENT_ID']}/advance",
    method='POST',
    headers={'Authorization': f"Bearer {os.environ['WAYBILL_KEY']}"},
)
try:
    with urllib.request.urlopen(request) as response:
        print(json.load(response)['status'])
${PYTHON_REFUSAL}`,
    },
  },
  {
    id: 'changes',
    title: 'List what has changed',
    code: {
      curl: `curl --fail-with-body "${origin}/v1/shipments?updated_since=2026-01-01T00:00:00Z" \\
  --header "Authorization: Bearer $WAYBILL_KEY"`,
      node: `let cursor = null;
do {
  const url = new URL('${origin}/v1/shipments?updated_since=2026-01-01T00:00:00Z');
  if (cursor) url.searchParams.set('cursor', cursor);
  const response = await fetch(url, { headers: { authorization: \`Bearer \${process.env.WAYBILL_KEY}\` } });
  const page = await response.json();
  if (!response.ok) throw new Error(page.detail);
  for (const { reference, tracking_id, status } of page.data) console.log(reference, tracking_id, status);
  cursor = page.next_cursor;
} while (cursor);`,
      python: `import json, os, urllib.parse, urllib.request

cursor = None
while True:
    query = {'updated_since': '2026-01-01T00:00:00Z', **({'cursor': cursor} if cursor else {})}
    request = urllib.request.Request(
        f"${origin}/v1/shipments?{urllib.parse.urlencode(query)}",
        headers={'Authorization': f"Bearer {os.environ['WAYBILL_KEY']}"},
    )
    try:
        with urllib.request.urlopen(request) as response:
            page = json.load(response)
    ${PYTHON_REFUSAL.replace('\n', '\n    ')}
    for shipment in page['data']:
        print(shipment['reference'], shipment['tracking_id'], shipment['status'])
    cursor = page['next_cursor']
    if not cursor:
        break`,
    },
  },
];
