/** The log of the built server names the lines of its source. */
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Loaded on first use, since Node's `--enable-source-maps` takes 25 MB from the start. */
const maps = new Map<string, SourceMap | null>();

function mapOf(script: string): SourceMap | null {
  const known = maps.get(script);
  if (known !== undefined) return known;
  const file = `${fileURLToPath(script)}.map`;
  const map = existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8'))) : null;
  maps.set(script, map);
  return map;
}

/** The frames of a stack, each position as in the source where there is a source map for it. */
export function withSourcePositions(frames: string): string {
  return frames.replace(/(file:\/\/\S+\.js):(\d+):(\d+)/g, (position, script: string, line, column) => {
    const origin = mapOf(script)?.findOrigin(Number(line), Number(column));
    if (!origin || !('fileName' in origin)) return position;
    return `${new URL(origin.fileName, script)}:${origin.lineNumber}:${origin.columnNumber}`;
  });
}
