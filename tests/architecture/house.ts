/**
 * What the rules of this folder are checked with. Each rule maps a repository (the parsed files) to
 * its violations. `rule` runs it on this repository, where it must find none, and on a made-up one,
 * where it must find exactly the planted ones, so that no rule can silently stop working. Tests may
 * import what they test: `*.test.ts` and `tests/` follow only the rules on names.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ESTree, type ParseResult, parseSync } from 'vite';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ROOMS = ['src', 'sw', 'server', 'tests'];

interface Import {
  /** As it is written; null where a dynamic import computes it. */
  specifier: string | null;
  /** The file it resolves to, or the package without its subpath. */
  to: string;
  /** Gone at run time: `import type`, `export type … from`, `import('…').Name` in a type. */
  isType: boolean;
  /** Loaded when it is called for: `import('…')`. */
  isLazy?: boolean;
  /** What is taken by name. */
  names: string[];
}

export interface Module {
  path: string;
  text: string;
  program: ESTree.Program;
  comments: ParseResult['comments'];
  imports: Import[];
}

export interface House {
  /** Every file in the folders, of any type. */
  files: string[];
  /** Those that are TypeScript. */
  modules: Map<string, Module>;
}

function readModule(path: string, text: string): Module {
  const { program, comments, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const said = (node: ESTree.Span) => text.slice(node.start, node.end);
  const imports = [...nodesIn(program)].flatMap((node): Import[] => {
    const to = (source: string) => ({ specifier: source, to: targetOf(path, source) });
    switch (node.type) {
      case 'ImportDeclaration': {
        const names = node.specifiers.map((one) => said(one.type === 'ImportSpecifier' ? one.imported : one));
        return [{ ...to(node.source.value), isType: node.importKind === 'type', names }];
      }
      case 'ExportNamedDeclaration': {
        if (!node.source) return [];
        const names = node.specifiers.map((one) => said(one.local));
        return [{ ...to(node.source.value), isType: node.exportKind === 'type', names }];
      }
      case 'ExportAllDeclaration':
        return [{ ...to(node.source.value), isType: node.exportKind === 'type', names: ['*'] }];
      case 'ImportExpression': {
        const { source } = node;
        const isPlain = source.type === 'Literal' && typeof source.value === 'string';
        return [
          {
            ...(isPlain ? to(String(source.value)) : { specifier: null, to: 'unknown' }),
            isType: false,
            isLazy: true,
            names: [],
          },
        ];
      }
      case 'TSImportType':
        return [{ ...to(node.source.value), isType: true, names: [node.qualifier ? said(node.qualifier) : '*'] }];
      default:
        return [];
    }
  });
  return { path, text, program, comments, imports };
}

/** A node and everything in it. */
export function* nodesIn(node: ESTree.Node): Generator<ESTree.Node> {
  yield node;
  for (const part of Object.values(node).flat()) {
    if (typeof part === 'object' && part !== null && 'type' in part) yield* nodesIn(part as ESTree.Node);
  }
}

function targetOf(path: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier.replace(/\?.*$/, ''));
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function houseOf(sources: Record<string, string>): House {
  const modules = Object.entries(sources)
    .filter(([path]) => /\.tsx?$/.test(path))
    .map(([path, text]) => readModule(path, text));
  return { files: Object.keys(sources), modules: new Map(modules.map((module) => [module.path, module])) };
}

function readHouse(): House {
  const inRooms = ROOMS.flatMap((room) => {
    try {
      return readdirSync(`${ROOT}${room}`, { recursive: true, withFileTypes: true });
    } catch {
      return []; // a room that is not built yet
    }
  });
  const paths = [...inRooms, ...readdirSync(ROOT, { withFileTypes: true }).filter(({ name }) => /\.ts$/.test(name))]
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => posix.join(entry.parentPath, entry.name).slice(ROOT.length));
  return houseOf(
    Object.fromEntries(paths.map((path) => [path, /\.tsx?$/.test(path) ? readFileSync(`${ROOT}${path}`, 'utf8') : ''])),
  );
}

export const house = readHouse();

interface MadeUp {
  sources: Record<string, string>;
  finds: string[];
}

/** Two tests: the rule holds here, and finds exactly the violations in a made-up repository. */
export function rule(
  sentence: string,
  find: (house: House) => string[],
  madeUp: MadeUp,
  exceptions: Record<string, string> = {},
): void {
  describe(sentence, () => {
    it('holds in this repository', () => {
      const found = find(house);
      const unneeded = Object.keys(exceptions).filter((exception) => !found.includes(exception));
      expect(found.filter((violation) => !Object.hasOwn(exceptions, violation))).toEqual([]);
      expect(unneeded, 'exceptions that are no longer needed').toEqual([]);
    });

    it('finds every violation in a made-up repository, and nothing else', () => {
      expect(find(houseOf(madeUp.sources)).toSorted()).toEqual(madeUp.finds.toSorted());
    });
  });
}

export const isTest = (path: string) => path.startsWith('tests/') || /\.test\.tsx?$/.test(path);
export const isIn = (path: string, ...folders: string[]) => folders.some((folder) => path.startsWith(`${folder}/`));
export const arrow = ({ path }: Module, { to, isType }: Import) => `${path} → ${to}${isType ? ' (type)' : ''}`;

/** The files that run for people, in these rooms. */
export function modulesIn({ modules }: House, ...folders: string[]): Module[] {
  return [...modules.values()].filter(({ path }) => isIn(path, ...folders) && !isTest(path));
}

/** The imports of these files that a rule forbids. */
export function arrows(modules: Module[], isForbidden: (to: string, module: Module, one: Import) => boolean): string[] {
  return modules.flatMap((module) =>
    module.imports.filter((one) => isForbidden(one.to, module, one)).map((one) => arrow(module, one)),
  );
}

/** Named by the tools that make them. */
export const MADE_BY_TOOLS = /^server\/database\/migrations\/|\/__snapshots__\/|\/backup-[\d.]+\//;

interface Exported {
  name: string;
  /** The declaration with its `export`, with the docstring above it; null if declared elsewhere. */
  node: ESTree.Span | null;
  isFunction: boolean;
}

export function exportsOf(program: ESTree.Program): Exported[] {
  const local = new Map<string, Exported>();
  const declared = (node: ESTree.Span, declaration: ESTree.Node): Exported[] => {
    if (declaration.type === 'VariableDeclaration') {
      return declaration.declarations.map(({ id, init }) => ({
        name: id.type === 'Identifier' ? id.name : '…',
        node,
        isFunction: init?.type === 'ArrowFunctionExpression' || init?.type === 'FunctionExpression',
      }));
    }
    const name = 'id' in declaration && declaration.id?.type === 'Identifier' ? declaration.id.name : '…';
    return [{ name, node, isFunction: declaration.type === 'FunctionDeclaration' }];
  };
  for (const node of program.body) for (const one of declared(node, node)) local.set(one.name, one);
  return program.body.flatMap((node): Exported[] => {
    if (node.type === 'ExportDefaultDeclaration') return [{ name: 'default', node, isFunction: false }];
    if (node.type === 'ExportAllDeclaration') return [{ name: '*', node: null, isFunction: false }];
    if (node.type !== 'ExportNamedDeclaration') return [];
    if (node.declaration) return declared(node, node.declaration);
    return node.specifiers.map(({ local: from, exported }) => {
      const name = exported.type === 'Identifier' ? exported.name : exported.value;
      const here = node.source === null && from.type === 'Identifier' ? local.get(from.name) : undefined;
      return { node: null, isFunction: false, ...here, name };
    });
  });
}
