/** Docstrings, handled errors, and no decisions by what a sentence says. */
import type { ESTree } from 'vite';
import { exportsOf, isIn, type Module, modulesIn, nodesIn, rule } from './house.ts';

/** Whether `/** … *` + `/` ends on the line above. */
function hasDocstring({ text, comments }: Module, { start }: ESTree.Span): boolean {
  return comments.some(
    ({ type, value, end }) =>
      type === 'Block' && value.startsWith('*') && end <= start && /^[ \t]*\r?\n?[ \t]*$/.test(text.slice(end, start)),
  );
}

rule(
  'every function that domain, operations and stores export says in a docstring what it promises',
  (all) =>
    modulesIn(all, 'src/domain', 'server/operations', 'server/stores').flatMap((module) =>
      exportsOf(module.program)
        .filter(({ isFunction, node }) => isFunction && node && !hasDocstring(module, node))
        .map(({ name }) => `${module.path}: ${name}`),
    ),
  {
    sources: {
      'src/domain/a.ts': [
        '/** Says it. */',
        'export function documented() {}',
        '/** Also says it. */',
        'export const alsoDocumented = async () => 1;',
        '// no docstring',
        'export function commented() {}',
        '/* nor this */',
        'export const neither = () => 1;',
        '/** Too far away. */',
        '',
        'export function faraway() {}',
        'export const CONSTANT = 1;',
        'export interface Shape {}',
        'function local() {}',
        'function named() {}',
        'export { named };',
      ].join('\n'),
      'server/stores/a.ts': 'export async function find() {}',
      'server/operations/a.ts': '/** Acts. */\nexport const act = function () {};',
      'server/routers/a.ts': 'export function free() {}',
    },
    finds: [
      'src/domain/a.ts: commented',
      'src/domain/a.ts: neither',
      'src/domain/a.ts: faraway',
      'src/domain/a.ts: named',
      'server/stores/a.ts: find',
    ],
  },
);

/**
 * Emitters of an `error` event, which ends the process if nobody listens. `RawConnection`
 * (server/database) has its own listener.
 */
const CREATES =
  /^(?:pg\.(?:Client|Pool)|PgBoss|(?:net\.)?Socket|(?:net\.|tls\.)?connect|createTransport|(?:\w+\.)?(?:Worker|WebSocket|spawn|fork|createServer|createConnection|createReadStream|createWriteStream))$/;
/** A pipeline handles the errors of every stream in it and destroys the last with them. */
const HEARS_ERRORS = /\.(?:on|once)\(\s*'error'|\bpipeline\(/;

/** The innermost function around a node, or the whole file. */
function functionAround(nodes: ESTree.Node[], { start, end }: ESTree.Span): ESTree.Span | undefined {
  return nodes
    .filter((one) => /Function/.test(one.type) && one.start <= start && one.end >= end && 'body' in one)
    .toSorted((one, other) => one.end - one.start - (other.end - other.start))[0];
}

rule(
  'whatever the server opens or starts is heard where it is made, should it fail',
  (all) =>
    modulesIn(all, 'server').flatMap(({ path, text, program, imports }) => {
      const nodes = [...nodesIn(program)];
      const opensSockets = imports.some(({ to }) => to === 'node:net' || to === 'node:tls');
      return nodes.flatMap((node) => {
        if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return [];
        const name = text.slice(node.callee.start, node.callee.end);
        const { start, end } = functionAround(nodes, node) ?? program;
        if (name === 'connect' && !opensSockets) return [];
        return CREATES.test(name) && !HEARS_ERRORS.test(text.slice(start, end)) ? [`${path}: ${name}`] : [];
      });
    }),
  {
    sources: {
      'server/a.ts': [
        'function deaf() { return new pg.Client({}); }',
        "function hears() { const pool = new pg.Pool(); pool.on('error', log); return pool; }",
        "async function hearsLater() { const child = spawn('x'); await new Promise((_, no) => child.once('error', no)); }",
        "const deafer = () => { child.on('exit', log); return fork('y'); };",
        'function ofPool(pool) { return pool.connect(); }',
        'function words() { return /x/.exec(text); }',
        'async function inPipeline() { await pipeline(createReadStream(1), gunzip); }',
        'const piped = () => createReadStream(1).pipe(gunzip);',
      ].join('\n'),
      'server/b.ts': "const boss = new PgBoss({}); export const file = fs.createWriteStream('z');",
      'server/c.ts': "import { connect } from 'node:net'; const socket = connect(1); socket.on('error', log);",
      'server/d.ts': "import { connect } from 'node:net'; export const open = () => connect(1);",
      'server/e.ts': 'function connect() {} connect();',
      'server/c.test.ts': 'const client = new pg.Client();',
      'src/a.ts': 'const socket = new WebSocket(1);',
    },
    finds: [
      'server/a.ts: pg.Client',
      'server/a.ts: fork',
      'server/a.ts: createReadStream',
      'server/b.ts: PgBoss',
      'server/b.ts: fs.createWriteStream',
      'server/d.ts: connect',
    ],
  },
);

/** A message, a comment of an entry, or one of the app's own texts. */
const SENTENCE = /(?:\.message|\.comment|^texts\.\w+)$/;
const COMPARES = /^(?:[=!]==?)$/;
const READS = /\.(?:startsWith|endsWith|includes|match|search|test|exec)$/;

/** Where code decides by what a sentence says. */
function readSentences({ path, program, text }: Module): string[] {
  const said = ({ start, end }: ESTree.Span) => text.slice(start, end);
  const isSentence = (node: ESTree.Span) => SENTENCE.test(said(node));
  return [...nodesIn(program)].flatMap((node) => {
    if (node.type === 'BinaryExpression') {
      const [one, other] = [node.left, node.right].toSorted((left) => (isSentence(left) ? -1 : 1));
      const isEmpty = !one || !other || /^(?:''|null|undefined)$/.test(said(other));
      return COMPARES.test(node.operator) && one && isSentence(one) && !isEmpty ? [`${path}: ${said(node)}`] : [];
    }
    if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return [];
    const isRead =
      READS.test(said(node.callee)) &&
      [node.callee.object, ...node.arguments].some((one) => isSentence(one) || said(one) === 'message');
    return isRead ? [`${path}: ${said(node)}`] : [];
  });
}

rule(
  'no code decides by what a sentence says',
  (all) => modulesIn(all, 'src', 'sw', 'server').flatMap(readSentences),
  {
    sources: {
      'src/ui/a.ts': `export const isLost = (error: Error) => error.message === texts.noAnswer || error.reason === 'offline';`,
      'src/features/f/a.ts': `activity.find((entry) => entry.comment.startsWith('Status') && entry.kind === 'status');`,
      'server/a.ts': `if (/no room/.test(message) || error.message !== '' || 'Ready' == error.message) list.includes(texts.fault);`,
      'server/b.ts': `const { code, message } = error; process.on('message', (message) => message === READY); show(message); if (after?.comment !== undefined) say(message || code);`,
      'src/ui/a.test.ts': `expect(error.message === 'Not found').toBe(true);`,
    },
    finds: [
      'src/ui/a.ts: error.message === texts.noAnswer',
      "src/features/f/a.ts: entry.comment.startsWith('Status')",
      'server/a.ts: /no room/.test(message)',
      "server/a.ts: 'Ready' == error.message",
      'server/a.ts: list.includes(texts.fault)',
    ],
  },
  {
    'server/errors/transient-errors.ts: error.message === POOL_TIMEOUT': 'pg gives its own errors no code',
    'server/errors/transient-errors.ts: PASSING_SENTENCE.test(current.message)': 'pg gives its own errors no code',
    'server/embedded-postgres/embedded-superuser.ts: /terminated|timeout/i.test(message)':
      'pg gives its own errors no code',
    'server/images/decode-errors.ts: OUR_FAULT.test(error.message)': 'sharp gives its errors no code',
    'server/images/decode-errors.ts: LIMIT_OF_DECODER.test(error.message)': 'sharp gives its errors no code',
    'server/images/decode-errors.ts: /pixel limit/.test(error.message)': 'sharp gives its errors no code',
    'src/offline/room.ts: FULL_DISK.test(error.message)': 'no browser has a name for a full disk',
    'src/domain/shipment-import.ts: message.startsWith(column)': 'only a sentence: it names a column once',
  },
);

rule(
  'no two journeys add a person with the same address, since they may share a database',
  ({ modules }) => {
    const addresses = [...modules.values()]
      .filter(({ path }) => isIn(path, 'tests/journeys'))
      .flatMap(({ text }) =>
        Array.from(text.matchAll(/\bperson\(\{[^}]*?email: '([^']+)'/g), ([, address = '']) => address),
      );
    return addresses.filter((address, index) => addresses.indexOf(address) !== index);
  },
  {
    sources: {
      'tests/journeys/a.spec.ts': `await app.person({ email: 'ada@example.com' }); await app.person({ email: 'b@example.com' });`,
      'tests/journeys/b.spec.ts': `await app.person({ ...PROFILE, email: 'ada@example.com' });`,
      'tests/server/c.test.ts': `await person({ email: 'b@example.com' });`,
    },
    finds: ['ada@example.com'],
  },
);
