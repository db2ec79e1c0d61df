/** Maps the server's functions to those whose names are in their text: rather one too many. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const SERVER = resolve(import.meta.dirname, '../../server');
const DECLARATION = /^(?:export )?(?:async )?(?:function\*? |const |class )(\w+)/gm;
const IMPORT = /^import (?:type )?\{([^}]*)\} from '(\.[^']+)';/gm;
const WORD = /\b\w+\b/g;

interface Declared {
  name: string;
  file: string;
  text: string;
  /** Finds what a text of the same file names. */
  namedIn(text: string): string[];
}

const declared = new Map<string, Declared>();
const keyOf = (file: string, name: string) => `${file} ${name}`;

function read(file: string): void {
  const text = readFileSync(join(SERVER, file), 'utf8');
  const found = [...text.matchAll(DECLARATION)];
  const names = new Map(found.map(([, name = '']) => [name, keyOf(file, name)]));
  for (const [, list = '', from = ''] of text.matchAll(IMPORT)) {
    for (const one of list.split(',')) {
      const [name = '', alias = name] = one
        .trim()
        .replace(/^type /, '')
        .split(' as ');
      names.set(alias, keyOf(join(dirname(file), from), name));
    }
  }
  const namedIn = (part: string) => [...new Set(part.match(WORD))].flatMap((word) => names.get(word) ?? []);
  found.forEach(({ index, 1: name = '' }, at) => {
    const own = text.slice(index, found[at + 1]?.index);
    declared.set(keyOf(file, name), { name, file, text: own, namedIn });
  });
}

for (const file of readdirSync(SERVER, { recursive: true, encoding: 'utf8' }))
  if (file.endsWith('.ts') && !file.endsWith('.test.ts')) read(file);

type IsMeant = (one: Declared) => boolean;

/** Whether what a text names leads to something that is meant. */
function leadsTo(start: readonly string[], isMeant: IsMeant): boolean {
  const seen = new Set(start);
  for (const key of seen) {
    const one = declared.get(key);
    if (!one) continue;
    if (isMeant(one)) return true;
    for (const next of one.namedIn(one.text)) seen.add(next);
  }
  return false;
}

const ROUTER = /router\.ts$/;

/** The procedures that lead to what is meant, by their full names. */
export function proceduresTo(isMeant: IsMeant): string[] {
  const routers = [...declared.values()].filter(({ file, name }) => ROUTER.test(file) && /Router$/.test(name));
  return routers.flatMap(({ name, text, namedIn }) => {
    const parts = text.split(/^ {2}(?=\w+:)/m).slice(1);
    const own = parts.filter((part) =>
      leadsTo(
        namedIn(part).filter((key) => !ROUTER.test(key.slice(0, key.indexOf(' ')))),
        isMeant,
      ),
    );
    return own.map((part) => `${name.replace(/Router$/, '')}.${part.slice(0, part.indexOf(':'))}`);
  });
}
