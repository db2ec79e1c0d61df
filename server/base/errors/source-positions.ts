import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

/** `--enable-source-maps` would take 25 MB. */
const maps = new Map<string, SourceMap | null>();

function mapOf(script: string): SourceMap | null {
  const known = maps.get(script);
  if (known !== undefined) return known;
  const file = `${fileURLToPath(script)}.map`;
  const map = existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8'))) : null;
  maps.set(script, map);
  return map;
}

export function withSourcePositions(frames: string): string {
  return frames.replace(/(?<=[\s(])(file:\/\/[^\s(]+\.js):(\d+):(\d+)/g, (position, script: string, line, column) => {
    const origin = mapOf(script)?.findOrigin(Number(line), Number(column));
    if (!origin || !('fileName' in origin)) return position;
    return `${new URL(origin.fileName, script)}:${origin.lineNumber}:${origin.columnNumber}`;
  });
}
