/**
 * Part of `npm run check`: no regular expression takes more than linear time. Tests read what they wrote, so theirs
 * only must not backtrack. Other analyses take seconds for one.
 */
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { analyse } from 'scslre';
import { parseSync, Visitor } from 'vite';

const ROOT = join(import.meta.dirname, '../..');
const SELF = relative(ROOT, import.meta.filename);
const isTest = (file: string) => /^tests\/|\.test\.tsx?$/.test(file);

/** The source of each expression, with the reason. */
const EXCEPTIONS: Record<string, string> = {
  '(?<!\\.\\d*)\\B(?=(\\d{3})+(?!\\d))': 'reads what toFixed writes: 22 digits and 100 decimals',
};

/** Calls what computes expressions only when it is called. */
const BUILDERS: Record<string, (module: Record<string, (separator: string) => unknown>) => unknown> = {
  'server/base/csv/csv-dialect.ts': ({ createSpreadsheetDialect, createBackslashDialect }) =>
    [';', ' '].map((separator) => [createSpreadsheetDialect?.(separator), createBackslashDialect?.(separator)]),
};

interface Found {
  file: string;
  line: number;
  source: string;
  flags: string;
}

const problems: string[] = [];
const found: Found[] = [];
/** Files with the lines on which they compute expressions. */
const computed = new Map<string, Set<number>>();

for (const file of globSync('{build,src,sw,server,tests}/**/*.{ts,tsx,js}', { cwd: ROOT })) {
  const text = readFileSync(join(ROOT, file), 'utf8');
  if (!/\/[^/*\s]|RegExp\(/.test(text)) continue;
  const lineOf = (node: { start: number }) => text.slice(0, node.start).split('\n').length;
  const addCall = (call: { start: number; callee: { type: string } }) => {
    const isRegExp = 'name' in call.callee && call.callee.name === 'RegExp';
    if (isRegExp && !isTest(file)) computed.set(file, (computed.get(file) ?? new Set()).add(lineOf(call)));
  };
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) problems.push(`${file} can’t be read.`);
  new Visitor({
    Literal(node) {
      if (!('regex' in node)) return;
      found.push({ file, line: lineOf(node), source: node.regex.pattern, flags: node.regex.flags });
    },
    NewExpression: addCall,
    CallExpression: addCall,
  }).visit(program);
}

/** Records an expression where it is computed, by the stack. */
function record(expression: RegExp): RegExp {
  for (const [, path = '', line] of new Error().stack?.matchAll(/file:\/\/([^\s()]+?):(\d+)/g) ?? []) {
    const file = relative(ROOT, path);
    if (file === SELF) continue;
    const { source, flags } = expression;
    if (computed.has(file)) found.push({ file, line: Number(line), source, flags });
    break;
  }
  return expression;
}

const { RegExp: Native } = globalThis;
globalThis.RegExp = new Proxy(Native, {
  construct: (target, parameters) => record(Reflect.construct(target, parameters)),
  apply: (target, _this, parameters) => record(Reflect.apply(target, undefined, parameters)),
});
for (const file of computed.keys()) {
  const module = await import(join(ROOT, file));
  BUILDERS[file]?.(module);
}
globalThis.RegExp = Native;

for (const [file, lines] of computed) {
  for (const line of lines) {
    if (found.some((one) => one.file === file && one.line === line)) continue;
    problems.push(`${file}:${line}: Make it a constant, or call what computes it in BUILDERS.`);
  }
}

const excepted = new Set<string>();
for (const { file, line, source, flags } of found) {
  const reportTypes = { Move: !isTest(file) };
  const [report] = analyse({ source, flags }, { reportTypes }).reports;
  if (report && source in EXCEPTIONS) excepted.add(source);
  else if (report)
    problems.push(`${file}:${line}: Slow for many ${report.character.literal.source}: /${source}/${flags}`);
}
for (const source in EXCEPTIONS) if (!excepted.has(source)) problems.push(`Not needed any more: /${source}/`);

if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`);
  process.exitCode = 1;
}
