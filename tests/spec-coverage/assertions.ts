/**
 * What a test file asserts, read from its syntax. A literal counts where it stands
 *
 * 1. in an expectation: in what is given to `expect(…)` or to its matcher, or in a locator or plain data that is named
 *    there (`const box = page.getByRole('alert', { name: 'Notice' }); await expect(box)…`);
 * 2. in a row of a table over which the file runs expectations: `it.each(TABLE)`, `describe.each(TABLE)`,
 *    `for (const row of TABLE)` and `TABLE.forEach(…)` whose body expects something. A table may be made from another
 *    one (`Object.entries(TABLE)`, `TABLE.map(…)`), and may stand in another file under tests/.
 *
 * A literal is a whole text, a number, a key, or the source of a regular expression. What an action is given (`click`,
 * `fill`, `goto`, a call to the server), a comment, the title of a test, the message of an expectation, an expectation
 * that something is absent (`not`, `toBeHidden`, `toHaveCount(0)`, …), a function's body and what is imported from the
 * code under test do not count.
 */
import { posix } from 'node:path';
import { type ESTree, parseSync } from 'vite';

/** One expectation, or one row of a table: what stands together in it. */
export interface Assertion {
  literals: Set<string | number>;
  /**
   * The variables and properties that are named beside the literals; for a row also those of its
   * expectations.
   */
  names: Set<string>;
}

/**
 * A placeholder of the specification, `{name}`, and the hole of a template, `${name}`, are written
 * alike: `{}`.
 */
export function withHoles(text: string): string {
  return text.trim().replace(/\{[^{}]*\}/g, '{}');
}

interface Declared {
  init: ESTree.Node;
  /** Where the name means this. */
  scope: ESTree.Span;
}

/** A test file's syntax: every node with its parent, and what its names stand for. */
class TestFile {
  readonly path: string;
  readonly parents = new Map<ESTree.Node, ESTree.Node | null>();
  readonly #declared = new Map<string, Declared[]>();
  readonly #imported = new Map<string, { path: string; name: string }>();
  readonly #others = new Map<string, TestFile>();
  readonly #read: (path: string) => string;

  constructor(path: string, read: (path: string) => string) {
    this.path = path;
    this.#read = read;
    const { program, errors } = parseSync(path, read(path));
    if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
    this.#enter(program, null, { start: 0, end: Number.POSITIVE_INFINITY });
  }

  #enter(node: ESTree.Node, parent: ESTree.Node | null, scope: ESTree.Span): void {
    this.parents.set(node, parent);
    if (node.type === 'VariableDeclarator' && node.init) {
      for (const name of boundNames(node.id)) this.#declare(name, { init: node.init, scope });
    }
    if (node.type === 'ImportDeclaration' && node.source.value.startsWith('.')) {
      const path = posix.join(posix.dirname(this.path), node.source.value);
      for (const one of node.specifiers) {
        if (one.type !== 'ImportSpecifier' || one.imported.type !== 'Identifier') continue;
        if (path.startsWith('tests/')) this.#imported.set(one.local.name, { path, name: one.imported.name });
      }
    }
    const inner = /Block|Function|^For|Switch/.test(node.type) ? node : scope;
    for (const child of childrenOf(node)) this.#enter(child, node, inner);
  }

  #declare(name: string, declared: Declared): void {
    this.#declared.set(name, [...(this.#declared.get(name) ?? []), declared]);
  }

  /**
   * What a name stands for at its place: the initialiser of the nearest declaration, unless that is
   * a function.
   */
  meaningOf({ name, start }: ESTree.Span & { name: string }): { file: TestFile; init: ESTree.Node } | null {
    const [nearest] = (this.#declared.get(name) ?? [])
      .filter(({ scope }) => scope.start <= start && start < scope.end)
      .toSorted((a, b) => a.scope.end - a.scope.start - (b.scope.end - b.scope.start));
    const imported = nearest ? undefined : this.#imported.get(name);
    if (imported) {
      const file = this.#others.get(imported.path) ?? new TestFile(imported.path, this.#read);
      this.#others.set(imported.path, file);
      return file.meaningOf({ name: imported.name, start: 0, end: 0 });
    }
    return nearest && !isFunction(nearest.init) ? { file: this, init: nearest.init } : null;
  }
}

function childrenOf(node: ESTree.Node): ESTree.Node[] {
  return Object.values(node)
    .flat()
    .filter((part): part is ESTree.Node => typeof part === 'object' && part !== null && 'type' in part);
}

function boundNames(pattern: ESTree.Node): string[] {
  if (pattern.type === 'Identifier') return [pattern.name];
  if (pattern.type === 'Property') return boundNames(pattern.value);
  if (pattern.type === 'AssignmentPattern') return boundNames(pattern.left);
  return pattern.type === 'ObjectPattern' || pattern.type === 'ArrayPattern'
    ? childrenOf(pattern).flatMap(boundNames)
    : [];
}

const isFunction = (node: ESTree.Node) => /Function/.test(node.type);

/** Adds what stands in a node, following the names in it. */
function collect(file: TestFile, node: ESTree.Node, into: Assertion, seen = new Set<ESTree.Node>()): void {
  if (seen.has(node)) return;
  seen.add(node);
  const literal = literalOf(file, node);
  if (literal !== null) into.literals.add(literal);
  if (node.type === 'Identifier') {
    into.names.add(node.name);
    const parent = file.parents.get(node);
    const isProperty = parent?.type === 'MemberExpression' && parent.property === node && !parent.computed;
    const meaning = isProperty ? null : file.meaningOf(node);
    if (meaning && isPlain(meaning.init)) collect(meaning.file, meaning.init, into, seen);
  }
  const key = keyOf(node) !== null && 'key' in node ? node.key : null; // without quotes, but no variable
  for (const child of childrenOf(node)) if (child !== key && !isType(child)) collect(file, child, into, seen);
}

const LOCATOR = /^(locator|getBy\w+|first|last|nth|filter|and|or)$/;

/** A locator, or data as it stands: what an expectation of the name is an expectation of. */
function isPlain(init: ESTree.Node): boolean {
  if (init.type === 'TSAsExpression' || init.type === 'TSSatisfiesExpression') return isPlain(init.expression);
  if (init.type === 'CallExpression') return LOCATOR.test(chainOf(init).words.at(-1) ?? '');
  return ['Literal', 'TemplateLiteral', 'ArrayExpression', 'ObjectExpression'].includes(init.type);
}

function literalOf(file: TestFile, node: ESTree.Node): string | number | null {
  if (node.type === 'TemplateLiteral') {
    const text = node.quasis.map(({ value }) => value.cooked ?? '').join('{}');
    return isPattern(file.parents.get(node)) ? patternText(text) : withHoles(text);
  }
  if (node.type !== 'Literal') return keyOf(node);
  if ('regex' in node) return patternText(node.regex.pattern);
  if (typeof node.value === 'string') return withHoles(node.value);
  return typeof node.value === 'number' ? node.value : null;
}

/** The key of a property that is written without quotes. */
function keyOf(node: ESTree.Node): string | null {
  if (node.type !== 'Property' || !('key' in node) || node.computed) return null;
  return node.key.type === 'Identifier' ? node.key.name : null;
}

/** Types are gone when the test runs; `x as T` is not one itself. */
const isType = ({ type }: ESTree.Node) => /^TS(?!(As|Satisfies|NonNull)Expression)/.test(type);

const isPattern = (node: ESTree.Node | null | undefined) =>
  node?.type === 'NewExpression' && node.callee.type === 'Identifier' && node.callee.name === 'RegExp';

/** A regular expression as the text it looks for, without its anchors and escapes. */
function patternText(source: string): string {
  return withHoles(source.replace(/^\^|\$$/g, '').replace(/\\([^\w\s])/g, '$1'));
}

type Call = ESTree.CallExpression;

/** The calls of a chain, innermost first: `expect(a).resolves.toBe(b)` → expect(a), toBe(b). */
function chainOf(node: ESTree.Node): { calls: Call[]; words: string[] } {
  if (node.type === 'CallExpression') {
    const { calls, words } = chainOf(node.callee);
    return { calls: [...calls, node], words };
  }
  if (node.type === 'MemberExpression') {
    const { calls, words } = chainOf(node.object);
    return { calls, words: [...words, node.property.type === 'Identifier' ? node.property.name : ''] };
  }
  return { calls: [], words: node.type === 'Identifier' ? [node.name] : [] };
}

const SUBJECT = /^expect(\.(soft|poll))?$/;
const ABSENT = ['not', 'toBeHidden', 'toBeNull', 'toBeUndefined', 'toBeFalsy', 'toBeEmpty'];

/** The parts of an expectation that assert something: its subject and its matchers' arguments. */
function expectation(node: ESTree.Node): ESTree.Node[] | null {
  if (node.type !== 'CallExpression') return null;
  const { calls, words } = chainOf(node);
  const [subject, ...matchers] = calls;
  if (!subject || matchers.length === 0 || !SUBJECT.test(chainOf(subject.callee).words.join('.'))) return null;
  const expected = matchers.flatMap((call) => call.arguments);
  const [first] = expected;
  const nothing = { toHaveCount: 0, toBe: false }[words.at(-1) ?? ''];
  const isNothing = nothing !== undefined && first?.type === 'Literal' && first.value === nothing;
  if (isNothing || words.some((word) => ABSENT.includes(word))) return [];
  return [...subject.arguments.slice(0, 1), ...expected];
}

/** Whether anything is expected in a piece of code. */
const expects = (node: ESTree.Node): boolean => expectation(node) !== null || childrenOf(node).some(expects);

interface Iteration {
  tables: ESTree.Node[];
  body: ESTree.Node;
}

/** The tables that a node runs expectations over. */
function iteration(node: ESTree.Node): Iteration | null {
  if (node.type === 'ForOfStatement') return expects(node.body) ? { tables: [node.right], body: node.body } : null;
  if (node.type !== 'CallExpression') return null;
  const { callee } = node;
  const body = node.arguments.find((one) => isFunction(one) && expects(one));
  if (!body) return null;
  const { calls, words } = chainOf(callee);
  if (callee.type === 'CallExpression' && words.at(-1) === 'each' && /^(it|test|describe)$/.test(words[0] ?? ''))
    return { tables: calls.flatMap((call) => call.arguments), body };
  return callee.type === 'MemberExpression' && words.at(-1) === 'forEach' ? { tables: [callee.object], body } : null;
}

/** The names in the expectations of a piece of code. */
function expectedNames(node: ESTree.Node): string[] {
  const names = (part: ESTree.Node): string[] =>
    part.type === 'Identifier'
      ? [part.name]
      : childrenOf(part)
          .filter((child) => !isType(child))
          .flatMap(names);
  return [...(expectation(node) ?? []).flatMap(names), ...childrenOf(node).flatMap(expectedNames)];
}

const MAKES_TABLES = /^(entries|values|keys|map|flatMap|filter|toSorted|slice|concat|from)$/;

/** A table's rows, each with the file it stands in. */
function rowsOf(file: TestFile, node: ESTree.Node): { file: TestFile; node: ESTree.Node }[] {
  switch (node.type) {
    case 'ArrayExpression':
      return node.elements.flatMap((one) =>
        one === null ? [] : one.type === 'SpreadElement' ? rowsOf(file, one.argument) : [{ file, node: one }],
      );
    case 'ObjectExpression':
      return node.properties.map((one) => ({ file, node: one }));
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'ParenthesizedExpression':
      return rowsOf(file, node.expression);
    case 'Identifier': {
      const meaning = file.meaningOf(node);
      return meaning ? rowsOf(meaning.file, meaning.init) : [];
    }
    case 'CallExpression': {
      const { callee } = node;
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return [];
      if (!MAKES_TABLES.test(callee.property.name)) return [];
      const isStatic = callee.object.type === 'Identifier' && /^(Object|Array)$/.test(callee.object.name);
      const [source] = isStatic ? node.arguments : [callee.object];
      return source ? rowsOf(file, source) : [];
    }
    default:
      return [{ file, node }];
  }
}

/** Everything that a test file asserts. `read` answers the text of a file of the repository. */
export function assertionsIn(path: string, read: (path: string) => string): Assertion[] {
  const file = new TestFile(path, read);
  const assertions: Assertion[] = [];
  const add = (parts: { file: TestFile; node: ESTree.Node }[], names: string[] = []) => {
    const assertion: Assertion = { literals: new Set(), names: new Set(names) };
    for (const part of parts) collect(part.file, part.node, assertion);
    assertions.push(assertion);
  };
  for (const node of file.parents.keys()) {
    const parts = expectation(node);
    if (parts) add(parts.map((part) => ({ file, node: part })));
    const { tables = [], body = null } = iteration(node) ?? {};
    const names = body ? expectedNames(body) : [];
    for (const table of tables) for (const row of rowsOf(file, table)) add([row], names);
  }
  return assertions;
}
